import { canonical, type Decimal } from '../../base/decimal'
import type { Book, Side } from '../book'
import { bestUnits, walk } from './walk'

export interface Total {
  readonly levels: number
  readonly size: Decimal
  /** In quote currency, each level at its own price. */
  readonly cost: Decimal
}

export interface CumulativeLevel {
  readonly price: Decimal
  readonly amount: Decimal
  /** Of this level and all better ones. */
  readonly size: Decimal
  readonly cost: Decimal
}

export function depthOfLevels(book: Book, side: Side, levels: number): Total {
  return total(book, side, (_, place) => place < levels)
}

/** All that lies within so many percent of the mid, the edge included. Null where there is no mid. */
export function depthWithin(book: Book, side: Side, percent: Decimal): Total | null {
  const bid = bestUnits(book, 'bids')
  const ask = bestUnits(book, 'asks')
  if (!bid || !ask) return null
  // Everything times two hundred, and times ten to the scale of the percentage, to stay in whole numbers.
  const hundred = 100n * 10n ** BigInt(percent.scale)
  const edge = (bid.price + ask.price) * (side === 'bids' ? hundred - percent.units : hundred + percent.units)
  return total(book, side, (price) => {
    const grown = price * 2n * hundred
    return side === 'bids' ? grown >= edge : grown <= edge
  })
}

/** Each of the best levels with what has to be taken to reach through it. */
export function cumulative(book: Book, side: Side, most: number): CumulativeLevel[] {
  const rows: CumulativeLevel[] = []
  const { priceScale, amountScale } = book
  let size = 0n
  let cost = 0n
  for (const { price, amount } of walk(book, side)) {
    if (rows.length >= most) break
    size += amount
    cost += price * amount
    rows.push({
      price: canonical({ units: price, scale: priceScale }),
      amount: canonical({ units: amount, scale: amountScale }),
      size: canonical({ units: size, scale: amountScale }),
      cost: canonical({ units: cost, scale: priceScale + amountScale })
    })
  }
  return rows
}

function total(book: Book, side: Side, belongs: (price: bigint, place: number) => boolean): Total {
  let levels = 0
  let size = 0n
  let cost = 0n
  for (const { price, amount } of walk(book, side)) {
    if (!belongs(price, levels)) break
    levels += 1
    size += amount
    cost += price * amount
  }
  return {
    levels,
    size: canonical({ units: size, scale: book.amountScale }),
    cost: canonical({ units: cost, scale: book.priceScale + book.amountScale })
  }
}
