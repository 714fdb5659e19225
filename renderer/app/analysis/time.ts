import type {
  AnalysisPeriod,
  AnalysisReport,
  AnalysisRow,
  AnalysisSeries
} from '#shared/contract/recording/analysis'
import { formatDateTime, formatDay } from '../../lib/format/time'

interface Labelled extends Pick<AnalysisReport, 'byTimeOfDay'> {
  readonly series: Pick<AnalysisSeries, 'period'>
}

const day = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')

/** 09:30, by minutes after midnight. */
const timeOfDay = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

const isLong = ({ from, to }: AnalysisPeriod) => to - from > day

/** In the table: 09:30, or with its day. */
export function rowTime({ byTimeOfDay, bucket, series }: AnalysisReport, { from }: AnalysisRow): string {
  if (byTimeOfDay) return timeOfDay(from)
  const text = formatDateTime(from, 'utc')
  if (bucket >= 1440) return text.slice(0, 10)
  return isLong(series.period) ? text.slice(0, 16) : text.slice(11, 16)
}

/**
 * Below the chart: the day of a longer period where it begins, else the time.
 * @param before the row with the label before
 */
export function slotLabel(
  { byTimeOfDay, series }: Labelled,
  { from }: Pick<AnalysisRow, 'from'>,
  before: Pick<AnalysisRow, 'from'> | undefined
): string {
  if (byTimeOfDay) return timeOfDay(from)
  const isNewDay = Math.floor(from / day) !== Math.floor((before?.from ?? -1) / day)
  return isLong(series.period) && isNewDay ? formatDay(from, 'utc') : minuteText(from).slice(11)
}

/** 14:30–15:00 */
export function slotRange(report: AnalysisReport, row: AnalysisRow): string {
  const end = { ...row, from: row.to }
  if (report.byTimeOfDay) return `${timeOfDay(row.from)}–${timeOfDay(row.to)}`
  return report.bucket >= 1440
    ? rowTime(report, row)
    : `${rowTime(report, row)}–${rowTime(report, end).slice(-5)}`
}

/** In UTC: 2026-11-24 09:30. */
export const minuteText = (at: number): string => formatDateTime(at, 'utc').slice(0, 16)

export const periodText = ({ from, to }: AnalysisPeriod): string => `${minuteText(from)} – ${minuteText(to)}`

export const dayOf = ({ from }: AnalysisPeriod): string => formatDateTime(from, 'utc').slice(0, 10)

/** At most about ten labels, a whole number of hours apart if slots are parts of a day. */
export function labelEvery(slots: number): number {
  if (slots <= 10) return 1
  const steps = [2, 3, 4, 6, 7, 8, 12, 24, 48, 96]
  return steps.find((step) => slots / step <= 9) ?? Math.ceil(slots / 8)
}
