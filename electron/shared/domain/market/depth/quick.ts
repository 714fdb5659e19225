import type { Book, Side } from '../book'
import { limit } from '../book/units'

const most = 64
const prices = new Float64Array(most)
const amounts = new Float64Array(most)

/**
 * The imbalance as a double, from exact sums: for what is computed at each message. NaN when there is none, the book
 * is wide or a sum too long; `imbalance` then knows. Over 64 levels of each side at most.
 */
export function quickImbalance(book: Book, levels: number): number {
  const bids = sizeOf(book, 'bids', levels)
  const asks = sizeOf(book, 'asks', levels)
  return (bids - asks) / (bids + asks)
}

function sizeOf(book: Book, side: Side, levels: number): number {
  const count = book.read(side, Math.min(levels, most), prices, amounts)
  if (count < 0) return NaN
  let size = 0
  for (let place = 0; place < count; place += 1) size += amounts[place]!
  return size > limit ? NaN : size
}
