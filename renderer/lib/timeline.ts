import { byTime, timelineLength, type TimelineEntry } from '#shared/contract/app/diagnostics'

/** Shown beside an entry, so that its kind does not depend on color. */
export const entryMarks = { good: '✓', bad: '✕', warning: '!', quiet: '' } as const

/** An entry that is repeated with a higher count replaces the older one. */
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
