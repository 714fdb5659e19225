import { libText } from '../../messages/lib'
import type { Settings } from '#shared/contract/app/settings'

export type ClockKind = Settings['clock']

const two = (value: number) => String(value).padStart(2, '0')

function parts(at: number, clock: ClockKind) {
  const date = new Date(at)
  return clock === 'utc'
    ? [
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds()
      ]
    : [
        date.getFullYear(),
        date.getMonth(),
        date.getDate(),
        date.getHours(),
        date.getMinutes(),
        date.getSeconds()
      ]
}

/** The name of the time zone at that moment. */
export function zoneLabel(at: number, clock: ClockKind): string {
  if (clock === 'utc') return 'UTC'
  const minutes = -new Date(at).getTimezoneOffset()
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export function formatTime(at: number, clock: ClockKind): string {
  const [, , , hour = 0, minute = 0, second = 0] = parts(at, clock)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

/** To the millisecond. */
export const formatMoment = (at: number, clock: ClockKind): string =>
  `${formatTime(at, clock)}.${String(Math.floor(((at % 1000) + 1000) % 1000)).padStart(3, '0')}`

/** With its day. */
export const formatDayMoment = (at: number, clock: ClockKind): string =>
  `${formatDateTime(at, clock).slice(0, 10)} ${formatMoment(at, clock)}`

/** 18 Nov */
export function formatDay(at: number, clock: ClockKind): string {
  const [, month = 0, day = 0] = parts(at, clock)
  return `${day} ${libText.months[month]}`
}

/** Without the date on the same day. */
export function formatAsOf(at: number, now: number, clock: ClockKind): string {
  const [day, today] = [at, now].map((time) => formatDateTime(time, clock).slice(0, 10))
  const minute = formatTime(at, clock).slice(0, 5)
  return day === today ? minute : `${day} ${minute}`
}

export function formatDateTime(at: number, clock: ClockKind): string {
  const [year = 0, month = 0, day = 0] = parts(at, clock)
  return `${year}-${two(month + 1)}-${two(day)} ${formatTime(at, clock)} ${zoneLabel(at, clock)}`
}
