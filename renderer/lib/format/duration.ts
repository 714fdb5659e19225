import { libText } from '../../messages/lib'
import { formatDecimal, type NumberFormat } from './number'

const two = (value: number) => String(value).padStart(2, '0')

/** 54 s, 12 min, 2 h 05 min, 3 d 4 h. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor(seconds / 3600) % 24} h`
}

/** 20 ms, then 3.4 s below ten seconds. */
export function formatShortDuration(milliseconds: number, numbers: NumberFormat): string {
  if (milliseconds < 1000) return `${Math.max(1, Math.floor(milliseconds))} ms`
  return milliseconds < 10_000 ? formatTenths(milliseconds, numbers) : formatDuration(milliseconds)
}

export const formatTenths = (milliseconds: number, numbers: NumberFormat) =>
  `${formatDecimal((milliseconds / 1000).toFixed(1), numbers)} s`

/** 54:12, or 1:54:12 from an hour on. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest
}

/** The time until a moment as 8 s or 9 min, or "now". The window's clock ticks once a second and is never ahead. */
export function formatWait(until: number, now: number): string {
  const seconds = Math.floor((until - now) / 1000)
  if (seconds >= 120) return formatDuration(seconds * 1000)
  return seconds > 0 ? `${seconds}\u00a0s` : 'now'
}

export function formatNextTry(at: number, now: number): string {
  const wait = formatWait(at, now)
  return wait === 'now' ? libText.nextTry.now : libText.nextTry.in(wait)
}
