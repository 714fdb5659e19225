import type { Book, Side } from '../book'
import { limit } from '../book/units'

const max = 64
const prices = new Float64Array(max)
const amounts = new Float64Array(max)

/**
 * The imbalance as a double for every message. NaN if undefined, wide or too large; then use `imbalance`. At most 64
 * levels per side.
 */
export function quickImbalance(book: Book, levels: number): number {
  const bids = sizeOf(book, 'bids', levels)
  const asks = sizeOf(book, 'asks', levels)
  return (bids - asks) / (bids + asks)
}

function sizeOf(book: Book, side: Side, levels: number): number {
  const count = book.read(side, Math.min(levels, max), prices, amounts)
  if (count < 0) return NaN
  let size = 0
  for (let index = 0; index < count; index += 1) size += amounts[index]!
  return size > limit ? NaN : size
}
