import type { WatchColumn } from '#shared/contract/market/panels/watchlist'
import type { BookState } from '#shared/contract/market/markets'
import { compareDecimals } from '#shared/domain/base/decimal'
import { bookStateOrder } from '../../ui/states'
import { decimalOf, type RowSource } from './figures'

export interface Sorting {
  readonly by: WatchColumn
  readonly descending: boolean
}

export interface SortedRow {
  readonly market: string
  readonly state: BookState
  /** Null where nothing of it has been asked for yet. */
  readonly source: RowSource | null
}

/** Words start from A, what needs a look comes first, and of figures the largest is meant first. */
const startsDescending = (column: WatchColumn) => !['market', 'state', 'age'].includes(column)

/** The first press sorts, the second turns it round, the third goes back to the person's own order. */
export function nextSorting(now: Sorting | null, column: WatchColumn): Sorting | null {
  const first = startsDescending(column)
  if (now?.by !== column) return { by: column, descending: first }
  return now.descending === first ? { by: column, descending: !first } : null
}

/** Exact; rows without a value come last either way, and equal ones keep the person's own order. */
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
  const keyed = rows.map(({ market, source }) => ({ market, key: source && keyOf(source, by) }))
  return keyed
    .toSorted((one, other) => {
      if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null)
      return turn * compareDecimals(one.key, other.key)
    })
    .map(({ market }) => market)
}

const indexOf = (state: BookState) => bookStateOrder.indexOf(state)

function keyOf(source: RowSource, column: WatchColumn) {
  if (column !== 'age') return decimalOf(source, column)
  return source.bookAge === null ? null : { units: BigInt(Math.round(source.bookAge)), scale: 0 }
}

/** The list with one market moved to a place among the others. */
export function moved(list: readonly string[], market: string, index: number): readonly string[] {
  const others = list.filter((each) => each !== market)
  const at = Math.max(0, Math.min(others.length, index))
  return [...others.slice(0, at), market, ...others.slice(at)]
}
