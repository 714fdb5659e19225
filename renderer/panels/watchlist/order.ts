import type { WatchColumn } from '#shared/contract/market/panels/watchlist'
import type { BookState } from '#shared/contract/market/markets'
import { compareDecimals, type Decimal } from '#shared/domain/base/decimal'
import { bookStateOrder } from '../../ui/states'
import { decimalOf, type RowSource } from './figures'

export interface Sorting {
  readonly by: WatchColumn
  readonly descending: boolean
}

export interface SortedRow {
  readonly market: string
  readonly state: BookState
  /** Null if nothing is subscribed. */
  readonly source: RowSource | null
  readonly rate: Decimal | null
}

/** Text starts ascending, figures descending. */
const startsDescending = (column: WatchColumn) => !['market', 'state', 'age'].includes(column)

/** Sorted, reversed, then the user's order. */
export function nextSorting(now: Sorting | null, column: WatchColumn): Sorting | null {
  const first = startsDescending(column)
  if (now?.by !== column) return { by: column, descending: first }
  return now.descending === first ? { by: column, descending: !first } : null
}

/** Exact; rows without a value are last, and equal ones keep the user's order. */
export function sortMarkets(rows: readonly SortedRow[], { by, descending }: Sorting): readonly string[] {
  const turn = descending ? -1 : 1
  if (by === 'market')
    return rows
      .toSorted((one, other) => turn * one.market.localeCompare(other.market, 'en', { numeric: true }))
      .map(({ market }) => market)
  if (by === 'state')
    return rows
      .toSorted((one, other) => turn * (indexOf(one.state) - indexOf(other.state)))
      .map(({ market }) => market)
  const keyed = rows.map(({ market, source, rate }) => ({ market, key: source && keyOf(source, by, rate) }))
  return keyed
    .toSorted((one, other) => {
      if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null)
      return turn * compareDecimals(one.key, other.key)
    })
    .map(({ market }) => market)
}

const indexOf = (state: BookState) => bookStateOrder.indexOf(state)

function keyOf(source: RowSource, column: WatchColumn, rate: Decimal | null) {
  if (column !== 'age') return decimalOf(source, column, rate)
  return source.bookAge === null ? null : { units: BigInt(Math.round(source.bookAge)), scale: 0 }
}

export function moved(list: readonly string[], market: string, index: number): readonly string[] {
  const others = list.filter((each) => each !== market)
  const at = Math.max(0, Math.min(others.length, index))
  return [...others.slice(0, at), market, ...others.slice(at)]
}
