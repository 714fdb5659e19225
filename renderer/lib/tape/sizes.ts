import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'

/** A size as text, which is exact, and its nearest double, which nearly always suffices to compare. */
export interface Size {
  readonly amount: string
  readonly size: number
}

const zero: Decimal = { units: 0n, scale: 0 }
/** Well above what a few roundings of doubles come to. */
const doubt = 1e-12

export const sizeOf = (amount: string): Size => ({ amount, size: Number(amount) })

/** Below zero where the first is the smaller. Exact: doubles decide only where they are far enough apart. */
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

/** Two spellings of one price, as with a digit more that came to be needed, are one price. */
export const samePrice = (one: string, other: string) =>
  one === other || canonicalDecimal(one) === canonicalDecimal(other)
