import { byTime, timelineLength, type TimelineEntry } from '../../../electron/shared/contract/diagnostics'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

/** The newest first, one a line, with the date and the zone: it is read elsewhere, on another day. */
export const timelineText = (newestFirst: readonly TimelineEntry[], clock: ClockKind) =>
  newestFirst
    .map(
      ({ at, words, count }) =>
        `${formatDateTime(at, clock)}  ${words}${count === undefined ? '' : ` (${count} times)`}`
    )
    .join('\n')

/** An entry that comes again, with a higher count, takes the place of the older one. */
export function mergeEntries(
  known: readonly TimelineEntry[],
  added: readonly TimelineEntry[]
): readonly TimelineEntry[] {
  const newest = new Map<number, TimelineEntry>()
  for (const entry of [...known, ...added]) {
    const other = newest.get(entry.id)
    if (!other || (entry.count ?? 1) >= (other.count ?? 1)) newest.set(entry.id, entry)
  }
  return [...newest.values()].sort(byTime).slice(-timelineLength)
}
