import type { Decimal } from '../../base/decimal'

/** The volume traded at each price, exact. */
export class PriceVolumes {
  version = 0
  #priceScale = 0
  #amountScale = 0
  #volumes = new Map<bigint, bigint>()

  get priceScale(): number {
    return this.#priceScale
  }

  get amountScale(): number {
    return this.#amountScale
  }

  /** In units of the two scales. */
  get volumes(): ReadonlyMap<bigint, bigint> {
    return this.#volumes
  }

  /** Zero removes the price. */
  add(price: Decimal, amount: Decimal): void {
    this.#grow(price.scale, amount.scale)
    const at = price.units * 10n ** BigInt(this.#priceScale - price.scale)
    const more = amount.units * 10n ** BigInt(this.#amountScale - amount.scale)
    const volume = (this.#volumes.get(at) ?? 0n) + more
    this.version += 1
    if (volume === 0n) this.#volumes.delete(at)
    else this.#volumes.set(at, volume)
  }

  addAll(other: PriceVolumes, sign: 1n | -1n = 1n): void {
    const { priceScale, amountScale } = other
    for (const [price, amount] of other.volumes)
      this.add({ units: price, scale: priceScale }, { units: sign * amount, scale: amountScale })
  }

  #grow(priceScale: number, amountScale: number): void {
    if (priceScale <= this.#priceScale && amountScale <= this.#amountScale) return
    const price = 10n ** BigInt(Math.max(0, priceScale - this.#priceScale))
    const amount = 10n ** BigInt(Math.max(0, amountScale - this.#amountScale))
    this.#volumes = new Map(Array.from(this.#volumes, ([at, volume]) => [at * price, volume * amount]))
    this.#priceScale = Math.max(this.#priceScale, priceScale)
    this.#amountScale = Math.max(this.#amountScale, amountScale)
  }
}
