import { maxLocalGigabytes } from '#shared/contract/recording/recording'
import type { Settings } from '#shared/contract/app/settings'
import type {
  ChosenDays,
  RecordedConnection,
  RecordedContent,
  RecordedDay,
  RecordingImport
} from '#shared/contract/recording/catalog'
import { nameOf } from '../../lib/recorded-connection'
import { formatBytes, formatCount } from '../../lib/format/number'
import { formatShortDuration } from '../../lib/format/duration'
import { formatDateTime, formatTime } from '../../lib/format/time'
import { recordingsText } from '../../messages/recordings'
import type { Choice } from './day-selection.svelte'

const dayLength = 86_400_000

export const sizeOf = (days: readonly RecordedDay[]): number =>
  days.reduce((sum, { bytes }) => sum + bytes, 0)

/** Without those that are shared and were not fetched. */
export const isHere = ({ bytes }: RecordedDay): boolean => bytes > 0

export const hereIn = (choice: Choice): Choice =>
  choice
    .map(({ connection, days }) => ({ connection, days: days.filter(isHere) }))
    .filter(({ days }) => days.length > 0)

/** Days with something that was not fetched. */
export const missingIn = (choice: Choice): Choice =>
  choice
    .map(({ connection, days }) => ({ connection, days: days.filter(({ shared }) => shared) }))
    .filter(({ days }) => days.length > 0)

/** Not fetched. */
export const sharedBytes = (days: readonly RecordedDay[]): number =>
  days.reduce((sum, { shared }) => sum + (shared?.bytes ?? 0), 0)

export const sharedSegments = (days: readonly RecordedDay[]): number =>
  days.reduce((sum, { shared }) => sum + (shared?.segments ?? 0), 0)

export const daysIn = (choice: Choice): readonly RecordedDay[] => choice.flatMap(({ days }) => days)

export const countDays = (choice: Choice): number => daysIn(choice).length

/** Whether all are. */
export const isPinned = (choice: Choice): boolean => daysIn(choice).every(({ pinned }) => pinned)

/** As calls name them. */
export const namesOf = (choice: Choice): ChosenDays[] =>
  choice.map(({ connection, days }) => ({ connection: connection.id, days: days.map(({ day }) => day) }))

/** The connection, or how many there are. */
export const connectionText = (choice: Choice): string =>
  choice.length === 1 ? nameOf(choice[0]!.connection) : recordingsText.connections(choice.length)

/** The day, or how many there are, and from when to when. */
export function daysText(days: readonly RecordedDay[]): string {
  const names = days.map(({ day }) => day).sort()
  const [first, last] = [names[0] ?? '', names.at(-1) ?? '']
  return names.length === 1 ? first : recordingsText.days(names.length, first, last)
}

export function importText({ connections, imported, skipped }: RecordingImport): string {
  const days = connections.reduce((sum, each) => sum + each.days.length, 0)
  return recordingsText.imported.summary(days, imported, skipped)
}

/** Days are those of UTC, so their times are, too. */
export const timesText = ({ from, to }: RecordedContent): string =>
  from === null || to === null
    ? recordingsText.row.unreadable
    : `${formatTime(from, 'utc')} – ${formatTime(to, 'utc')}`

export const gapsText = ({ gaps, gapTime }: RecordedContent, numbers: Settings['numbers']): string =>
  gaps === 0
    ? recordingsText.row.noGaps
    : recordingsText.row.gaps(formatCount(gaps, numbers), formatShortDuration(gapTime, numbers))

/** The pinned ranges, as far as they are within the day. */
export function pinnedText({ day, pinnedRanges }: RecordedDay): string {
  const begin = Date.parse(day)
  const time = (at: number) => formatTime(Math.min(Math.max(at, begin), begin + dayLength - 1), 'utc')
  return pinnedRanges.map(({ from, to }) => `${time(from)} – ${time(to)}`).join(', ')
}

/** How much of its limits a connection uses, and what does not count. */
export function budgetText(
  { environment, days, parquet, removed, imported, desk, sources }: RecordedConnection,
  settings: Settings
): string {
  const { recordingDays, recordingGigabytes, parquetDays, parquetGigabytes, numbers, clock } = settings
  const text = recordingsText.connection
  const size = (bytes: number) => formatBytes(bytes, numbers)
  const pinned = days.filter((day) => day.pinnedBytes > 0)
  const counted = days.filter((day) => !day.pinned)
  const pinnedBytes = days.reduce((sum, day) => sum + day.pinnedBytes, 0)
  const limit = (gigabytes: number) =>
    environment === 'local' ? Math.min(gigabytes, maxLocalGigabytes) : gigabytes
  if (desk) {
    const missing = days.filter(({ shared }) => shared)
    return [
      text.fetched(size(sizeOf(days) - pinnedBytes), settings.sharedGigabytes),
      ...(pinnedBytes > 0 ? [text.pinned(size(pinnedBytes))] : []),
      ...(missing.length > 0 ? [text.notFetched(size(sharedBytes(missing)), missing.length)] : []),
      ...(sources.length > 0 ? [text.source(sources.join(', '))] : [])
    ].join(' · ')
  }
  return [
    ...(counted.length > 0 || pinned.length === 0
      ? [
          text.budget(
            size(sizeOf(days) - pinnedBytes),
            limit(recordingGigabytes),
            counted.length,
            recordingDays
          )
        ]
      : []),
    ...(parquet.bytes > 0
      ? [text.parquet(size(parquet.bytes), limit(parquetGigabytes), parquet.days, parquetDays)]
      : []),
    ...(pinnedBytes + parquet.pinnedBytes > 0 ? [text.pinned(size(pinnedBytes + parquet.pinnedBytes))] : []),
    ...(removed.last === null || imported
      ? []
      : [text.removed(size(removed.bytes), formatDateTime(removed.last, clock).slice(0, 10))])
  ].join(' · ')
}
