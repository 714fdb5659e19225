import { formatDateTime, formatTime, timeParts, type ClockKind } from '#shared/domain/base/clock-time'
import { libText } from '../../messages/lib'

export {
  formatAsOf,
  formatDateTime,
  formatDue,
  formatTime,
  zoneLabel,
  type ClockKind
} from '#shared/domain/base/clock-time'

/** To the millisecond. */
export const formatMoment = (at: number, clock: ClockKind): string =>
  `${formatTime(at, clock)}.${String(Math.floor(((at % 1000) + 1000) % 1000)).padStart(3, '0')}`

/** With its day. */
export const formatDayMoment = (at: number, clock: ClockKind): string =>
  `${formatDateTime(at, clock).slice(0, 10)} ${formatMoment(at, clock)}`

/** 18 Nov */
export function formatDay(at: number, clock: ClockKind): string {
  const [, month = 0, day = 0] = timeParts(at, clock)
  return `${day} ${libText.months[month]}`
}
