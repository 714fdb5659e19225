import { addressesText } from '#renderer/messages/addresses'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

const text = addressesText.empty

interface EmptyTable {
  readonly title: string
  readonly sentence: string
  /** The service was queried and had none. */
  readonly wasAsked: boolean
}

/** Only claims that there are none if the service was queried for all. */
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
      title: text.noMatch,
      sentence: text.askedAt(formatDateTime(since, clock)),
      wasAsked: true
    }
  }
  if (isWhole) {
    return {
      title: text.none,
      sentence: text.allLoaded,
      wasAsked: true
    }
  }
  return {
    title: text.notLoaded,
    sentence: search === '' ? text.loadFirst : text.searchLater(search),
    wasAsked: false
  }
}
