import { compareDecimals, type Decimal, divideDecimals } from '#shared/domain/base/decimal'

const limit = BigInt(Number.MAX_SAFE_INTEGER)

/** A decimal compared with units at any scale, exactly and without allocations while the scale is unchanged. */
export class Threshold {
  #scale = -1
  /** The largest unit count not above it, or Infinity. */
  #floor = 0
  #isWhole = false

  constructor(readonly value: Decimal) {}

  /** Negative while the units are below it. */
  compare(units: number, scale: number): number {
    if (scale !== this.#scale) this.#settle(scale)
    if (this.#isWhole) return units - this.#floor
    return units > this.#floor ? 1 : -1
  }

  compareExactly(value: Decimal): number {
    return compareDecimals(value, this.value)
  }

  /** NaN if not a whole number that a double holds. */
  at(scale: number): number {
    if (scale !== this.#scale) this.#settle(scale)
    return this.#isWhole ? this.#floor : NaN
  }

  /** The smallest unit count that reaches it. */
  min(scale: number): number {
    if (scale !== this.#scale) this.#settle(scale)
    return this.#isWhole ? this.#floor : this.#floor + 1
  }

  #settle(scale: number): void {
    this.#scale = scale
    const cut = divideDecimals(this.value, { units: 1n, scale: 0 }, scale, 'down')
    const fits = cut.units <= limit
    this.#floor = fits ? Number(cut.units) : Infinity
    this.#isWhole = fits && compareDecimals(cut, this.value) === 0
  }
}
