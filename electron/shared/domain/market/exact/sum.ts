/**
 * Sums beyond 2^53 without allocations: `high * 2^52 + low` in two adjacent cells, exact up to 2^104. Call
 * `isSumFull` before each addition.
 */
export const sumBase = 2 ** 52
const half = 2 ** 26
const bigBase = 1n << 52n

/** `low` and `high` are integers below 2^52, as are the cells. */
export function addToSum(into: Float64Array, index: number, high: number, low: number): void {
  const sum = into[index + 1]! + low
  if (sum >= sumBase) {
    into[index + 1] = sum - sumBase
    into[index] = into[index]! + high + 1
  } else {
    into[index + 1] = sum
    into[index] = into[index]! + high
  }
}

/** Exact for integers below 2^52. */
export function writeProduct(into: Float64Array, index: number, left: number, right: number): void {
  const product = left * right
  if (product < sumBase) {
    into[index] = 0
    into[index + 1] = product
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
    into[index] = high + 1
    into[index + 1] = low - sumBase
  } else {
    into[index] = high
    into[index + 1] = low
  }
}

export const readSum = (from: Float64Array, index: number): bigint =>
  from[index] === 0 ? BigInt(from[index + 1]!) : BigInt(from[index]!) * bigBase + BigInt(from[index + 1]!)

/** Another addition may be inexact. */
export const isSumFull = (sums: Float64Array, index: number) => sums[index]! >= sumBase

export const fitsSum = (value: bigint) => value >= 0n && value < bigBase * bigBase

export function writeSum(into: Float64Array, index: number, value: bigint): void {
  into[index] = Number(value / bigBase)
  into[index + 1] = Number(value % bigBase)
}
