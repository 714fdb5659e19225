/** Sums are kept in two numbers of 52 bits, so what goes into them stays below that. */
export const largestUnits = 2 ** 52 - 1

/** Up to so many fraction digits zeros are kept as they were written: more of them are padding. */
export const usualScale = 2

/** Ten to the power of the index, each of them exactly a double. */
export const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/**
 * The number of fraction digits that the numbers of one market share, so that they can be compared and added as whole
 * numbers. It grows with what comes, and gives way when a great number no longer fits beside a very fine one: a single
 * odd number must not make all that follow it long.
 */
export class CommonScale {
  #scale = 0
  #largest = 0

  get scale(): number {
    return this.#scale
  }

  /** The units at the common scale; NaN where they are negative, too many, or too fine for it. */
  fit(units: number, scale: number): number {
    if (scale <= this.#scale) {
      const fitted = units * powersOfTen[this.#scale - scale]!
      if (fitted >= 0 && fitted <= largestUnits) {
        if (fitted > this.#largest) this.#largest = fitted
        // A negative zero becomes a plain one.
        return fitted + 0
      }
    }
    return this.#adapt(units, scale)
  }

  #adapt(units: number, scale: number): number {
    if (!(units >= 0 && units <= largestUnits)) return NaN
    if (scale <= this.#scale) return this.#giveWay(units, scale)
    const usual = withoutZeros(units, scale, usualScale)
    if (usual.scale <= this.#scale || this.#refine(usual.scale)) return this.fit(usual.units, usual.scale)
    const shorter = withoutZeros(units, scale, 0)
    if (shorter.scale === scale) return NaN
    return shorter.scale <= this.#scale || this.#refine(shorter.scale)
      ? this.fit(shorter.units, shorter.scale)
      : NaN
  }

  #refine(scale: number): boolean {
    const largest = this.#largest * powersOfTen[scale - this.#scale]!
    if (!(largest <= largestUnits)) return false
    this.#scale = scale
    this.#largest = largest
    return true
  }

  /** To as many digits as the number leaves room for; afterwards no finer scale fits beside it any more. */
  #giveWay(units: number, scale: number): number {
    let fitted = units
    let room = scale
    while (room < this.#scale && fitted * 10 <= largestUnits) {
      fitted *= 10
      room += 1
    }
    this.#scale = room
    this.#largest = fitted
    return fitted
  }
}

function withoutZeros(units: number, scale: number, least: number): { units: number; scale: number } {
  while (scale > least && units % 10 === 0) {
    units /= 10
    scale -= 1
  }
  return { units, scale }
}
