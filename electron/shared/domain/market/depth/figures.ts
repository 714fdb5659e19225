import { canonical, type Decimal, divideDecimals, subtractDecimals } from '../../base/decimal'
import type { Book, Side } from '../book'
import { bestUnits, walk } from './walk'

/** What a buyer and a seller are apart, below zero while the book is crossed. Null where a side is empty. */
export function spread(book: Book): Decimal | null {
  const bid = book.best('bids')
  const ask = book.best('asks')
  return bid && ask && canonical(subtractDecimals(ask.price, bid.price))
}

export function mid(book: Book): Decimal | null {
  const bid = bestUnits(book, 'bids')
  const ask = bestUnits(book, 'asks')
  // Half of an odd number needs one digit more: five times the sum, in tenths.
  return bid && ask && canonical({ units: (bid.price + ask.price) * 5n, scale: book.priceScale + 1 })
}

/** The spread in hundredths of a percent of the mid. Null also where the mid is not above zero. */
export function spreadBasisPoints(book: Book, digits = 2): Decimal | null {
  const bid = bestUnits(book, 'bids')
  const ask = bestUnits(book, 'asks')
  if (!bid || !ask || bid.price + ask.price <= 0n) return null
  return ratio((ask.price - bid.price) * 20_000n, bid.price + ask.price, digits)
}

/** From -1 (asks alone) to 1 (bids alone), over so many levels of each side. */
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
