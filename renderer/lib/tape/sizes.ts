import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'

/** A size as exact text and as its nearest double, which nearly always suffices to compare. */
export interface Size {
  readonly amount: string
  readonly size: number
}

const zero: Decimal = { units: 0n, scale: 0 }
/** Well above the error of a few roundings of doubles. */
const doubt = 1e-12

export const sizeOf = (amount: string): Size => ({ amount, size: Number(amount) })

/** Negative if the first is smaller. Exact: doubles decide only if they are far enough apart. */
export function compareSizes(one: Size, other: Size): number {
  const difference = one.size - other.size
  if (Math.abs(difference) > doubt * Math.max(Math.abs(one.size), Math.abs(other.size))) return difference
  if (one.amount === other.amount) return 0
  return compareDecimals(parseDecimal(one.amount) ?? zero, parseDecimal(other.amount) ?? zero)
}

export function addSizes(one: Size, other: Size): Size {
  const sum = addDecimals(parseDecimal(one.amount) ?? zero, parseDecimal(other.amount) ?? zero)
  return sizeOf(formatDecimal(sum))
}

/** Two spellings of one price, such as with one more digit, are equal. */
export const samePrice = (one: string, other: string) =>
  one === other || canonicalDecimal(one) === canonicalDecimal(other)
