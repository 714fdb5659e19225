/**
 * Sums beyond 2^53 without an allocation: `high * 2^52 + low` in two neighbouring places of an array, exact up to
 * 2^104 and never more than one addition beyond: whoever adds asks `isSumFull`. BigInt is as exact, but each addition would leave garbage behind.
 */
export const sumBase = 2 ** 52
const half = 2 ** 26
const bigBase = 1n << 52n

/** `low` and `high` below 2^52 and whole, as are those at `place`. */
export function addToSum(into: Float64Array, place: number, high: number, low: number): void {
  const sum = into[place + 1]! + low
  if (sum >= sumBase) {
    into[place + 1] = sum - sumBase
    into[place] = into[place]! + high + 1
  } else {
    into[place + 1] = sum
    into[place] = into[place]! + high
  }
}

/** The exact product of two whole numbers below 2^52. */
export function writeProduct(into: Float64Array, place: number, left: number, right: number): void {
  const product = left * right
  if (product < sumBase) {
    into[place] = 0
    into[place + 1] = product
    return
  }
  const leftHigh = Math.floor(left / half)
  const leftLow = left - leftHigh * half
  const rightHigh = Math.floor(right / half)
  const rightLow = right - rightHigh * half
  const middle = leftHigh * rightLow + leftLow * rightHigh
  const middleHigh = Math.floor(middle / half)
  const low = (middle - middleHigh * half) * half + leftLow * rightLow
  const high = leftHigh * rightHigh + middleHigh
  if (low >= sumBase) {
    into[place] = high + 1
    into[place + 1] = low - sumBase
  } else {
    into[place] = high
    into[place + 1] = low
  }
}

export const readSum = (from: Float64Array, place: number): bigint =>
  from[place] === 0 ? BigInt(from[place + 1]!) : BigInt(from[place]!) * bigBase + BigInt(from[place + 1]!)

/** One more addition is exact from here on; after that it may no longer be. */
export const isSumFull = (sums: Float64Array, place: number) => sums[place]! >= sumBase

/** Whether the value can be kept in two numbers, with room for ever more additions. */
export const fitsSum = (value: bigint) => value >= 0n && value < bigBase * bigBase

export function writeSum(into: Float64Array, place: number, value: bigint): void {
  into[place] = Number(value / bigBase)
  into[place + 1] = Number(value % bigBase)
}
