import { maxLocalGigabytes } from '#shared/contract/recording/recording'
import type { Settings } from '#shared/contract/app/settings'
import type { RecordedConnection, RecordedContent, RecordedDay } from '#shared/contract/recording/catalog'
import { formatBytes, formatCount } from '../../lib/format/number'
import { formatShortDuration } from '../../lib/format/duration'
import { formatDateTime, formatTime } from '../../lib/format/time'
import { recordingsText } from '../../messages/recordings'

export const nameOf = ({ name, id }: RecordedConnection): string =>
  name ?? recordingsText.connection.former(id.slice(id.lastIndexOf('=') + 1))

export const sizeOf = (days: readonly RecordedDay[]): number =>
  days.reduce((sum, { bytes }) => sum + bytes, 0)

/** Days are those of UTC, so their times are, too. */
export const timesText = ({ from, to }: RecordedContent): string =>
  from === null || to === null
    ? recordingsText.row.unreadable
    : `${formatTime(from, 'utc')} – ${formatTime(to, 'utc')}`

export const gapsText = ({ gaps, gapTime }: RecordedContent, numbers: Settings['numbers']): string =>
  gaps === 0
    ? recordingsText.row.noGaps
    : recordingsText.row.gaps(formatCount(gaps, numbers), formatShortDuration(gapTime))

/** How much of its limits a connection uses, and what does not count. */
export function budgetText(
  { environment, days, parquetBytes, removed }: RecordedConnection,
  { recordingDays, recordingGigabytes, numbers, clock }: Settings
): string {
  const text = recordingsText.connection
  const size = (bytes: number) => formatBytes(bytes, numbers)
  const pinned = days.filter((day) => day.pinned)
  const counted = days.filter((day) => !day.pinned)
  const limit = environment === 'local' ? Math.min(recordingGigabytes, maxLocalGigabytes) : recordingGigabytes
  return [
    text.budget(size(sizeOf(counted)), limit, counted.length, recordingDays),
    ...(pinned.length > 0 ? [text.pinned(size(sizeOf(pinned)), pinned.length)] : []),
    ...(parquetBytes > 0 ? [text.parquet(size(parquetBytes))] : []),
    ...(removed.last === null
      ? []
      : [text.removed(size(removed.bytes), formatDateTime(removed.last, clock).slice(0, 10))])
  ].join(' · ')
}
