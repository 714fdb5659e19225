/** In UTC, or in the time zone of the computer. */
export type ClockKind = 'utc' | 'local'

const two = (value: number) => String(value).padStart(2, '0')

export function timeParts(at: number, clock: ClockKind) {
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
  const [, , , hour = 0, minute = 0, second = 0] = timeParts(at, clock)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

export function formatDateTime(at: number, clock: ClockKind): string {
  const [year = 0, month = 0, day = 0] = timeParts(at, clock)
  return `${year}-${two(month + 1)}-${two(day)} ${formatTime(at, clock)} ${zoneLabel(at, clock)}`
}

/** Without the date on the same day. */
export function formatAsOf(at: number, now: number, clock: ClockKind): string {
  const [day, today] = [at, now].map((time) => formatDateTime(time, clock).slice(0, 10))
  const minute = formatTime(at, clock).slice(0, 5)
  return day === today ? minute : `${day} ${minute}`
}

const minute = 60_000

/** When something is due that takes its time: not before. */
export const formatDue = (at: number, now: number, clock: ClockKind): string =>
  formatAsOf(Math.ceil(at / minute) * minute, now, clock)
