import type { BookRow } from '../../../electron/shared/contract/diagnostics-stream'
import { formatAge } from '../../lib/format/time'
import { noNumber } from '../../lib/format/number'
import { bookStateOrder, bookStateShown } from '../../ui/states'

/** What needs a look first; among its like a book keeps its place, whatever its age does. */
export const byState = (books: readonly BookRow[]): readonly BookRow[] =>
  [...books].sort(
    (one, other) =>
      bookStateOrder.indexOf(one.state) - bookStateOrder.indexOf(other.state) ||
      one.market.localeCompare(other.market, 'en')
  )

/** "11 live, 1 rebuilding" */
export const summary = (books: readonly BookRow[]): string =>
  bookStateOrder
    .map((state) => ({ state, count: books.filter((book) => book.state === state).length }))
    .filter(({ count }) => count > 0)
    .toReversed()
    .map(({ state, count }) => `${count} ${bookStateShown[state].word.toLowerCase()}`)
    .join(', ')

/** One unit is enough to tell a book that has just changed from one that has stood all day. */
export const formatStateAge = (milliseconds: number) =>
  formatAge(milliseconds)
    .replace(/^(\d+ [hd]) .*/, '$1')
    .replaceAll(' ', '\u00a0')

/** The age of the last message: tenths matter only while it is young. */
export function formatMessageAge(milliseconds: number | null): string {
  if (milliseconds === null) return noNumber
  const seconds = Math.max(0, milliseconds) / 1000
  return seconds < 10 ? `${seconds.toFixed(1)}\u00a0s` : formatStateAge(milliseconds)
}
