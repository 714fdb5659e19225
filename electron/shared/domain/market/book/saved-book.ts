/**
 * The levels of a side: price and amount in turn, best first, in units of the scales. A wide book's numbers are text,
 * because they may not fit doubles.
 */
export type SavedBook = { readonly priceScale: number; readonly amountScale: number } & (
  | { readonly wide: false; readonly bids: readonly number[]; readonly asks: readonly number[] }
  | { readonly wide: true; readonly bids: readonly string[]; readonly asks: readonly string[] }
)

/** Numbers of the stream are shorter. */
const maxScale = 255
const maxDigits = 1000

/** Anything else would break the order that the book relies on. */
export function isSavedBook(value: unknown): value is SavedBook {
  if (typeof value !== 'object' || value === null) return false
  const { wide, priceScale, amountScale, bids, asks } = value as Record<keyof SavedBook, unknown>
  if (typeof wide !== 'boolean' || !isScale(priceScale) || !isScale(amountScale)) return false
  return isSide(bids, 'bids', wide) && isSide(asks, 'asks', wide)
}

const isScale = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxScale

function isSide(levels: unknown, side: 'bids' | 'asks', wide: boolean): boolean {
  if (!Array.isArray(levels) || levels.length % 2 !== 0) return false
  if (!levels.every(wide ? isLongNumber : Number.isSafeInteger)) return false
  const numbers: readonly (number | bigint)[] = wide ? levels.map(BigInt) : levels
  for (let index = 0; index < numbers.length; index += 2) {
    if (Number(numbers[index + 1]) === 0) return false
    if (index === 0) continue
    const [before, price] = [numbers[index - 2]!, numbers[index]!]
    if (side === 'bids' ? price >= before : price <= before) return false
  }
  return true
}

const isLongNumber = (value: unknown) =>
  typeof value === 'string' && value.length <= maxDigits && /^-?\d+$/.test(value)
