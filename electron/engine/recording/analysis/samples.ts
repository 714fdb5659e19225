import { canonical, compareDecimals, formatDecimal, type Decimal } from '#shared/domain/base/decimal'

/** Digits after the point of samples that are kept as doubles; longer ones are kept exactly, which takes longer. */
const scale = 8
const startLength = 64

/** Samples of a figure, and their percentiles by nearest rank. */
export class Samples {
  #units = new Float64Array(startLength)
  #count = 0
  #sorted = false
  #long: Decimal[] = []
  #missing = 0

  get count(): number {
    return this.#count + this.#long.length + this.#missing
  }

  add(value: Decimal): void {
    const units = unitsAt(value)
    if (units === null) this.#long.push(value)
    else this.#push(units)
    this.#sorted = false
  }

  /** A sample above all others: a book that did not have the size. */
  addMissing(): void {
    this.#missing += 1
  }

  addAll(other: Samples): void {
    for (let index = 0; index < other.#count; index++) this.#push(other.#units[index]!)
    for (const value of other.#long) this.#long.push(value)
    this.#missing += other.#missing
    this.#sorted = false
  }

  /** The smallest sample that at least that percentage of all do not exceed; null without one. */
  percentile(percent: number): string | null {
    const index = Math.max(0, Math.ceil((percent * this.count) / 100) - 1)
    this.#sort()
    const value =
      this.#long.length > 0
        ? this.#long[index]
        : index < this.#count && { units: BigInt(this.#units[index]!), scale }
    return value ? formatDecimal(canonical(value)) : null
  }

  #push(units: number): void {
    if (this.#count === this.#units.length) {
      const longer = new Float64Array(this.#units.length * 2)
      longer.set(this.#units)
      this.#units = longer
    }
    this.#units[this.#count++] = units
  }

  #sort(): void {
    if (this.#sorted) return
    this.#sorted = true
    if (this.#long.length > 0) {
      for (let index = 0; index < this.#count; index++)
        this.#long.push({ units: BigInt(this.#units[index]!), scale })
      this.#count = 0
      this.#long.sort(compareDecimals)
    } else this.#units.subarray(0, this.#count).sort()
  }
}

/** Null if it has more digits than a double or the scale. */
function unitsAt({ units, scale: own }: Decimal): number | null {
  let scaled = units
  if (own < scale) scaled = units * 10n ** BigInt(scale - own)
  else if (own > scale) {
    const divisor = 10n ** BigInt(own - scale)
    if (units % divisor !== 0n) return null
    scaled = units / divisor
  }
  const double = Number(scaled)
  return Number.isSafeInteger(double) ? double : null
}
