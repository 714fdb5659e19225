import { compareDecimals, type Decimal, divideDecimals } from '#shared/domain/base/decimal'

const limit = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * A decimal to compare whole units of any scale with: exactly, and without an allocation as long as the scale stays
 * the same. Units are whole numbers that doubles hold.
 */
export class Threshold {
  #scale = -1
  /** The greatest whole number of units that is not above it; Infinity where no double's worth of units reaches it. */
  #floor = 0
  #isWhole = false

  constructor(readonly value: Decimal) {}

  /** Below zero while the units are below it. */
  compare(units: number, scale: number): number {
    if (scale !== this.#scale) this.#settle(scale)
    if (this.#isWhole) return units - this.#floor
    return units > this.#floor ? 1 : -1
  }

  compareExactly(value: Decimal): number {
    return compareDecimals(value, this.value)
  }

  /** Its units at the scale, or NaN where they are no whole number that a double holds. */
  at(scale: number): number {
    if (scale !== this.#scale) this.#settle(scale)
    return this.#isWhole ? this.#floor : NaN
  }

  /** The least units that reach it. */
  least(scale: number): number {
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
