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

/** The name of the zone at that moment: a time without it means nothing to the other end of the phone. */
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

export function formatDateTime(at: number, clock: ClockKind): string {
  const [year = 0, month = 0, day = 0] = parts(at, clock)
  return `${year}-${two(month + 1)}-${two(day)} ${formatTime(at, clock)} ${zoneLabel(at, clock)}`
}

/** A countdown: 54:12, or 1:54:12 from an hour on; never below zero. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest
}

/** How long something has lasted, in the one unit that matters. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor(seconds / 3600) % 24} h`
}

export function formatSpan(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3600)} hours`
}

/** Until a moment, in whole seconds. The window's clock stands still within each second: it is behind, never ahead. */
export function formatWait(until: number, now: number): string {
  const seconds = Math.floor((until - now) / 1000)
  return seconds > 0 ? `${seconds}\u00a0s` : 'now'
}
