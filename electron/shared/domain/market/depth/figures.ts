import { canonical, type Decimal, divideDecimals } from '../../base/decimal'
import type { Book, Side } from '../book'
import { walk } from './walk'

/** From -1 (only asks) to 1 (only bids). */
export function imbalance(book: Book, levels: number, digits = 6): Decimal | null {
  const bids = sizeOf(book, 'bids', levels)
  const asks = sizeOf(book, 'asks', levels)
  return bids + asks === 0n ? null : ratio(bids - asks, bids + asks, digits)
}

function sizeOf(book: Book, side: Side, levels: number): bigint {
  let size = 0n
  let left = levels
  if (left <= 0) return size
  for (const { amount } of walk(book, side)) {
    size += amount
    left -= 1
    if (left <= 0) break
  }
  return size
}

const ratio = (dividend: bigint, divisor: bigint, digits: number) =>
  canonical(divideDecimals({ units: dividend, scale: 0 }, { units: divisor, scale: 0 }, digits))
