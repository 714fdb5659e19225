import { type Decimal, divideUnits } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'

/**
 * The last price of a side within a percentage of the mid, in the book's units; matches `depthWithin`. NaN without a
 * mid. Needs at most one long division.
 */
export function edgeWithin(book: Book, side: Side, percent: Decimal): number {
  const sum = book.bestBidUnits + book.bestAskUnits
  if (Number.isNaN(sum)) return NaN
  const hundred = 100 * 10 ** percent.scale
  const share = side === 'bids' ? hundred - Number(percent.units) : hundred + Number(percent.units)
  const product = sum * share
  // The remainder of doubles is exact while they are.
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % (2 * hundred)
    const down = (product - rest) / (2 * hundred)
    return side === 'bids' && rest > 0 ? down + 1 : down
  }
  const whole = 100n * 10n ** BigInt(percent.scale)
  const exact = BigInt(book.bestBidUnits) + BigInt(book.bestAskUnits)
  const edge = exact * (side === 'bids' ? whole - percent.units : whole + percent.units)
  return Number(divideUnits(edge, 2n * whole, side === 'bids' ? 'up' : 'down'))
}
