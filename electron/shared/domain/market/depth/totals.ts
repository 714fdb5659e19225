import { canonical, type Decimal } from '../../base/decimal'
import type { Book, Side } from '../book'
import { bestUnits, walk } from './walk'

export interface Total {
  readonly levels: number
  readonly size: Decimal
  readonly cost: Decimal
}

export interface CumulativeLevel {
  readonly price: Decimal
  readonly amount: Decimal
  /** Cumulative. */
  readonly size: Decimal
  readonly cost: Decimal
}

export function depthOfLevels(book: Book, side: Side, levels: number): Total {
  return total(book, side, (_, index) => index < levels)
}

/** Null if there is no mid. */
export function depthWithin(book: Book, side: Side, percent: Decimal): Total | null {
  const bid = bestUnits(book, 'bids')
  const ask = bestUnits(book, 'asks')
  if (!bid || !ask) return null
  // Scaled up to stay in integers.
  const hundred = 100n * 10n ** BigInt(percent.scale)
  const edge = (bid.price + ask.price) * (side === 'bids' ? hundred - percent.units : hundred + percent.units)
  return total(book, side, (price) => {
    const grown = price * 2n * hundred
    return side === 'bids' ? grown >= edge : grown <= edge
  })
}

/** The size within each number of basis points of the mid, which increase; null if there is no mid. */
export function sizesWithin(book: Book, side: Side, basisPoints: readonly number[]): Decimal[] | null {
  const bid = bestUnits(book, 'bids')
  const ask = bestUnits(book, 'asks')
  if (!bid || !ask) return null
  const sign = side === 'bids' ? -1n : 1n
  // Scaled up to stay in integers.
  const edges = basisPoints.map((each) => (bid.price + ask.price) * (sign * 10_000n + BigInt(each)))
  const sizes: bigint[] = []
  let size = 0n
  for (const { price, amount } of walk(book, side)) {
    const grown = price * sign * 20_000n
    while (sizes.length < edges.length && grown > edges[sizes.length]!) sizes.push(size)
    if (sizes.length === edges.length) break
    size += amount
  }
  while (sizes.length < edges.length) sizes.push(size)
  return sizes.map((units) => canonical({ units, scale: book.amountScale }))
}

export function cumulative(book: Book, side: Side, max: number): CumulativeLevel[] {
  const rows: CumulativeLevel[] = []
  const { priceScale, amountScale } = book
  let size = 0n
  let cost = 0n
  for (const { price, amount } of walk(book, side)) {
    if (rows.length >= max) break
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

function total(book: Book, side: Side, belongs: (price: bigint, index: number) => boolean): Total {
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
