import type { TimelineEntry } from '#shared/contract/app/diagnostics'
import { formatDateTime, type ClockKind } from '../../lib/format/time'
import { diagnosticsText } from '../../messages/diagnostics'

/** Newest first, with date and time zone. */
export const timelineText = (newestFirst: readonly TimelineEntry[], clock: ClockKind) =>
  newestFirst
    .map(
      ({ at, words, count }) =>
        `${formatDateTime(at, clock)}  ${words}${count === undefined ? '' : ` ${diagnosticsText.timeline.times(count)}`}`
    )
    .join('\n')
