import {
  addDecimals,
  canonical,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { BookLevels, Side } from '../../lib/markets'

/** The size of a side up to a price. */
export interface Reached {
  readonly side: Side
  readonly row: number
  readonly price: Decimal
  readonly size: Decimal
  /** In quote currency; for merged levels an upper bound for asks and a lower bound for bids. */
  readonly cost: Decimal
  /** The merging step, if the size is exact and the cost a bound; else null. */
  readonly grouping: string | null
}

export interface Pointed extends Reached {
  /** More may rest beyond the last level sent. */
  readonly isLast: boolean
  /** From the mid, or from the best price without a mid; signed, in percent. */
  readonly distance: Decimal | null
  readonly fromMid: boolean
  readonly average: Decimal | null
  /** Of the average, in percent. */
  readonly slip: Decimal | null
  /** The same distance on the other side; null if it was not sent or does not exist. */
  readonly mirror: Mirror | null
}

interface Mirror {
  readonly side: Side
  /** The price at equal distance. */
  readonly price: Decimal
  readonly size: Decimal
  /** Bids per ask. */
  readonly ratio: Decimal | null
  readonly grouping: string | null
}

/** Levels as requested. */
export interface SentLevels {
  readonly book: BookLevels
  readonly levels: number
  readonly grouping: string | null
}

const zero: Decimal = { units: 0n, scale: 0 }
const otherSide = (side: Side): Side => (side === 'bids' ? 'asks' : 'bids')

/** Whether the whole side was sent. */
export const isWhole = ({ book, levels, grouping }: SentLevels, side: Side) =>
  grouping === null ? book.count(side) >= book.all(side) : book.count(side) < levels

/** The last row not worse than the price, or -1. Exact. */
export function rowAt(book: BookLevels, side: Side, price: Decimal): number {
  let from = 0
  let to = book.count(side)
  while (from < to) {
    const middle = (from + to) >> 1
    const sign = compareDecimals(decimalOf(book.priceText(side, middle)), price)
    if (side === 'bids' ? sign >= 0 : sign <= 0) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** The finest levels that include the price; null if none does. */
export function sentFor(sent: readonly SentLevels[], side: Side, price: Decimal): SentLevels | null {
  return (
    sent.find((one) => {
      const last = one.book.count(side) - 1
      if (isWhole(one, side)) return true
      if (last < 0) return false
      const sign = compareDecimals(decimalOf(one.book.priceText(side, last)), price)
      return side === 'bids' ? sign <= 0 : sign >= 0
    }) ?? null
  )
}

function reachedAt({ book, grouping }: SentLevels, side: Side, row: number): Reached | null {
  const price = book.priceText(side, row)
  const size = book.sumText(side, row)
  if (price === null || size === null) return null
  const cost = decimalOf(book.costText(side, row))
  return { side, row, price: decimalOf(price), size: canonical(decimalOf(size)), cost, grouping }
}

export function pointedAt(
  sent: readonly SentLevels[],
  from: SentLevels,
  side: Side,
  row: number
): Pointed | null {
  const reached = reachedAt(from, side, row)
  if (!reached) return null
  const { book } = from
  const mid = book.best()?.mid ?? null
  const reference = mid ?? book.bestPrice(side)
  const average =
    reached.size.units > 0n ? divideDecimals(reached.cost, reached.size, book.news.priceScale + 1) : null
  return {
    ...reached,
    isLast: isWhole(from, side) && row === book.count(side) - 1,
    fromMid: mid !== null,
    distance: reference && percentOf(reached.price, reference),
    average,
    // From the exact sums, because the average is rounded.
    slip: average && reference && percentOf(reached.cost, multiplyDecimals(reached.size, reference)),
    mirror: mirrorOf(sent, from, reached)
  }
}

function mirrorOf(sent: readonly SentLevels[], { book }: SentLevels, reached: Reached): Mirror | null {
  const bid = book.bestPrice('bids')
  const ask = book.bestPrice('asks')
  if (!bid || !ask) return null
  const side = otherSide(reached.side)
  // Twice the mid, to avoid rounding.
  const price = canonical(subtractDecimals(addDecimals(bid, ask), reached.price))
  const source = price.units > 0n ? sentFor(sent, side, price) : null
  if (!source) return null
  const row = rowAt(source.book, side, price)
  const size = row < 0 ? zero : canonical(decimalOf(source.book.sumText(side, row)))
  const [bids, asks] = side === 'bids' ? [size, reached.size] : [reached.size, size]
  const ratio = asks.units === 0n ? null : divideDecimals(bids, asks, 2)
  return { side, price, size, ratio, grouping: source.grouping }
}

export function totalWithin(
  sent: readonly SentLevels[],
  side: Side,
  edge: Decimal
): (Reached & Pick<Pointed, 'isLast'>) | 'none' | null {
  const source = sentFor(sent, side, edge)
  if (!source) return null
  const row = rowAt(source.book, side, edge)
  const reached = row < 0 ? 'none' : reachedAt(source, side, row)
  if (reached === null || reached === 'none') return reached
  return { ...reached, isLast: isWhole(source, side) && row === source.book.count(side) - 1 }
}

/** Moves a price by a percentage, away from the mid. */
export function priceAway(middle: Decimal, percent: Decimal, side: Side): Decimal {
  const hundred: Decimal = { units: 100n, scale: 0 }
  const parts = side === 'bids' ? subtractDecimals(hundred, percent) : addDecimals(hundred, percent)
  const { units, scale } = multiplyDecimals(middle, parts)
  return canonical({ units, scale: scale + 2 })
}

/** With enough digits to differ from zero. */
export function percentOf(price: Decimal, reference: Decimal): Decimal | null {
  if (reference.units <= 0n) return null
  const difference = subtractDecimals(price, reference)
  const percent = multiplyDecimals(difference, { units: 100n, scale: 0 })
  const fine = divideDecimals(percent, reference, 8)
  const size = Math.abs(Number(formatDecimal(fine)))
  return divideDecimals(percent, reference, size === 0 || size >= 0.1 ? 2 : size >= 0.001 ? 4 : 6)
}

export function decimalOf(text: string | null): Decimal {
  return (text === null ? null : parseDecimal(text)) ?? zero
}
