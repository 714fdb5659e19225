import { formatDateTime, type ClockKind } from '../../lib/format/time'

interface EmptyTable {
  readonly title: string
  readonly sentence: string
  /** The service was asked for all that would stand here, and had none. */
  readonly wasAsked: boolean
}

/** What an empty table says: that there is none only where the service was asked to the end, and when. */
export function emptyTable(
  {
    isWhole,
    since,
    search
  }: { readonly isWhole: boolean; readonly since: number | null; readonly search: string },
  clock: ClockKind
): EmptyTable {
  if (since !== null) {
    return {
      title: 'No address matches',
      sentence: `The service had no deposit address for these filters when it was asked, ${formatDateTime(since, clock)}.`,
      wasAsked: true
    }
  }
  if (isWhole) {
    return {
      title: 'No deposit addresses',
      sentence: 'Every page was loaded, and the service had no deposit address then.',
      wasAsked: true
    }
  }
  const later =
    search === '' ? '' : `“${search}” is searched for in what is loaded, as soon as there is any. `
  return {
    title: 'No deposit addresses are loaded',
    sentence: `${later}Load all addresses of the connection, or those that a filter leaves. Every one that was loaded can be searched here by any part of it, its ids, its metadata and labels of your own.`,
    wasAsked: false
  }
}
