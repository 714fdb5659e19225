import {
  depthBasisPoints,
  type WatchColumn,
  type WatchlistSettings
} from '#shared/contract/market/panels/watchlist'
import type { MarketSubscription } from '../../lib/markets'
import type { Sorting } from './order'
import { trendCandles } from './trend'

interface Wanting {
  /** Visible, or nearly. */
  readonly seen: boolean
  readonly columns: readonly WatchColumn[]
  readonly trend: WatchlistSettings['trend']
  readonly sorting: Sorting | null
  /** In quote currency; null if its value in dollars is unknown. */
  readonly costSize: string | null
}

/** Milliseconds between updates. */
const pace = 200

const ofBook: readonly WatchColumn[] = ['spread', 'bid', 'ask']
const ofCost: readonly WatchColumn[] = ['cost', 'depth']
const ofDay: readonly WatchColumn[] = ['last', 'change', 'high', 'low', 'volume']

/** The subscription of a row; null if it needs no data. */
export function subscriptionFor(
  market: string,
  { seen, columns, trend, sorting, costSize }: Wanting
): MarketSubscription | null {
  const needed = [...(seen ? columns : []), ...(sorting ? [sorting.by] : [])]
  // The list already has every state.
  if (
    !seen &&
    !needed.some((column) => column === 'age' || [...ofBook, ...ofCost, ...ofDay].includes(column))
  )
    return null
  return {
    market,
    pace,
    parts: {
      // The last price uses the digits of the book.
      book: needed.some((column) => ofBook.includes(column)) || seen ? { levels: 1, grouping: null } : null,
      trades: null,
      candles: seen && columns.includes('trend') ? { interval: trend, max: trendCandles } : null,
      statistics: needed.some((column) => ofDay.includes(column)) || (seen && columns.includes('trend')),
      heat: null,
      cost:
        costSize !== null && needed.some((column) => ofCost.includes(column))
          ? { size: costSize, unit: 'quote', within: needed.includes('depth') ? depthBasisPoints : null }
          : null
    }
  }
}
