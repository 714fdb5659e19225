/** Sums are kept in two 52-bit numbers. */
export const maxFittedUnits = 2 ** 52 - 1

/** Trailing zeros beyond this are padding. */
export const usualScale = 2

/** Exact doubles. */
export const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/**
 * The scale shared by the numbers of a market. It grows with finer numbers and shrinks if a large number no longer
 * fits, so that one odd number does not make all others long.
 */
export class CommonScale {
  #scale = 0
  #largest = 0

  get scale(): number {
    return this.#scale
  }

  /** NaN if negative, too large or too fine. */
  fit(units: number, scale: number): number {
    if (scale <= this.#scale) {
      const fitted = units * powersOfTen[this.#scale - scale]!
      if (fitted >= 0 && fitted <= maxFittedUnits) {
        if (fitted > this.#largest) this.#largest = fitted
        // Turns -0 into 0.
        return fitted + 0
      }
    }
    return this.#adapt(units, scale)
  }

  #adapt(units: number, scale: number): number {
    if (!(units >= 0 && units <= maxFittedUnits)) return NaN
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
    if (!(largest <= maxFittedUnits)) return false
    this.#scale = scale
    this.#largest = largest
    return true
  }

  /** Uses as many digits as the number leaves room for. */
  #giveWay(units: number, scale: number): number {
    let fitted = units
    let room = scale
    while (room < this.#scale && fitted * 10 <= maxFittedUnits) {
      fitted *= 10
      room += 1
    }
    this.#scale = room
    this.#largest = fitted
    return fitted
  }
}

function withoutZeros(units: number, scale: number, min: number): { units: number; scale: number } {
  while (scale > min && units % 10 === 0) {
    units /= 10
    scale -= 1
  }
  return { units, scale }
}
