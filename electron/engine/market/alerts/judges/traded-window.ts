import type { Decimal } from '#shared/domain/base/decimal'

const firstRoom = 64
const maxUnits = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * The sizes traded in the last seconds before the newest trade, by arrival, with their exact sum. Typed arrays,
 * because an hour of a busy market has many.
 */
export class TradedWindow {
  #times = new Float64Array(firstRoom)
  /** Whole units; long ones as -(number in `#long`) - 1. */
  #units = new Float64Array(firstRoom)
  #scales = new Uint8Array(firstRoom)
  readonly #long = new Map<number, Decimal>()
  #longs = 0
  #first = 0
  #count = 0
  #sum = 0n
  #scale = 0
  readonly #length: number

  constructor(seconds: number) {
    this.#length = seconds * 1000
  }

  get count(): number {
    return this.#count
  }

  get sum(): Decimal {
    return { units: this.#sum, scale: this.#scale }
  }

  /** @param at monotonic milliseconds, never earlier than the last time */
  add(at: number, amount: Decimal): void {
    while (this.#count > 0 && this.#times[this.#first]! <= at - this.#length) this.#removeFirst()
    if (this.#count === this.#times.length) this.#grow()
    const slot = (this.#first + this.#count) % this.#times.length
    this.#times[slot] = at
    this.#keep(slot, amount)
    this.#count += 1
    this.#change(amount, 1n)
  }

  clear(): void {
    this.#first = this.#count = 0
    this.#sum = 0n
    this.#long.clear()
  }

  #removeFirst(): void {
    this.#change(this.#amountAt(this.#first), -1n)
    const units = this.#units[this.#first]!
    if (units < 0) this.#long.delete(-1 - units)
    this.#first = (this.#first + 1) % this.#times.length
    this.#count -= 1
  }

  #keep(slot: number, amount: Decimal): void {
    if (amount.units <= maxUnits && amount.scale <= 255) {
      this.#units[slot] = Number(amount.units)
      this.#scales[slot] = amount.scale
      return
    }
    this.#units[slot] = -1 - this.#longs
    this.#long.set(this.#longs, amount)
    this.#longs += 1
  }

  #amountAt(slot: number): Decimal {
    const units = this.#units[slot]!
    if (units < 0) return this.#long.get(-1 - units)!
    return { units: BigInt(units), scale: this.#scales[slot]! }
  }

  #change({ units, scale }: Decimal, sign: bigint): void {
    if (scale > this.#scale) {
      this.#sum *= 10n ** BigInt(scale - this.#scale)
      this.#scale = scale
    }
    this.#sum += sign * units * 10n ** BigInt(this.#scale - scale)
  }

  #grow(): void {
    const old = [this.#times, this.#units, this.#scales] as const
    const room = this.#times.length
    this.#times = new Float64Array(room * 2)
    this.#units = new Float64Array(room * 2)
    this.#scales = new Uint8Array(room * 2)
    for (let index = 0; index < this.#count; index += 1) {
      const from = (this.#first + index) % room
      this.#times[index] = old[0][from]!
      this.#units[index] = old[1][from]!
      this.#scales[index] = old[2][from]!
    }
    this.#first = 0
  }
}
