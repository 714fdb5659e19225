import type { BookRow } from '#shared/contract/app/diagnostics-stream'
import { formatDuration, formatTenths } from '../../lib/format/duration'
import { noNumber, type NumberFormat } from '../../lib/format/number'
import type { MarketStatus, MarketSubscription } from '../../lib/markets'
import type { SessionStatus } from '#shared/domain/connection/session-status'
import { marketStatus, type ShownMarket } from '#shared/domain/market/market-status'
import { bookStateOrder } from '../../ui/states'

/** Problems first; otherwise the order is stable. */
export const byState = (books: readonly BookRow[]): readonly BookRow[] =>
  [...books].sort(
    (one, other) =>
      bookStateOrder.indexOf(one.state) - bookStateOrder.indexOf(other.state) ||
      one.market.localeCompare(other.market, 'en')
  )

/** "11 live, 1 rebuilding" */
export function summary(books: readonly BookRow[], session: SessionStatus): string {
  const counts = new Map<string, number>()
  for (const book of byState(books).toReversed()) {
    const word = shownBook(book, session).word.toLowerCase()
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}

export const shownBook = (
  { state, reason, bookAge, tradeAge }: BookRow,
  session: SessionStatus
): ShownMarket =>
  marketStatus(
    {
      book: state,
      reason,
      problem: null,
      received: bookAge !== null || tradeAge !== null,
      crossed: false,
      quiet: false,
      paused: false,
      ofTrades: false
    },
    session
  )

/** In one unit. */
export const formatStateAge = (milliseconds: number) =>
  formatDuration(milliseconds)
    .replace(/^(\d+ [hd]) .*/, '$1')
    .replaceAll(' ', '\u00a0')

/** The age of the last message, in tenths of seconds while young. */
export function formatMessageAge(milliseconds: number | null, numbers: NumberFormat): string {
  if (milliseconds === null) return noNumber
  const age = Math.max(0, milliseconds)
  return age < 10_000 ? formatTenths(age, numbers).replace(' ', '\u00a0') : formatStateAge(age)
}

/** Without prices, state changes are still received. */
export const bestAlone = (market: string, prices: boolean): MarketSubscription => ({
  market,
  parts: {
    book: prices ? { levels: 1, grouping: null } : null,
    trades: null,
    candles: null,
    statistics: false
  }
})

/** The feed is faster than the list, so the newer state wins. */
export function newest(book: BookRow, { state, since, reason, crossed }: MarketStatus): BookRow {
  return since !== null && since >= book.since ? { ...book, state, since, reason, crossed } : book
}

/** The minimum, so that columns rarely move. */
const minRoom = 10
const maxRoom = 24
const characterWidth = 7.2
const columnPadding = 13
/** The width of the other columns. */
const otherColumns = 545

export const priceColumnWidth = (room: number) => room * characterWidth + columnPadding

/** Characters available for a price; 0 if the price columns do not fit. A list without a layout has no limit. */
export function priceRoom(listWidth: number, maxLength: number): number {
  const wanted = Math.min(Math.max(maxLength, minRoom), maxRoom)
  const fits = (room: number) => listWidth === 0 || otherColumns + 2 * priceColumnWidth(room) <= listWidth
  return [wanted, minRoom, 0].find((room) => room === 0 || fits(room)) ?? 0
}
