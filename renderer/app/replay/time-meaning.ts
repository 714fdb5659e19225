import { formatDateTime, formatMoment, zoneLabel, type ClockKind } from '../../lib/format/time'
import { libText } from '../../messages/lib'

/** Wed 2026-11-18 14:02:11.482 UTC */
export function timeMeaning(at: number | string, clock: ClockKind): string {
  const time = typeof at === 'number' ? at : Number(BigInt(at) / 1_000_000n)
  const day = formatDateTime(time, clock).slice(0, 10)
  const weekday = libText.typedTime.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!
  // A typed time may have more digits than milliseconds.
  const digits = typeof at === 'number' ? '' : at.slice(-6).replace(/0+$/, '')
  return `${weekday.slice(0, 3)} ${day} ${formatMoment(time, clock)}${digits} ${zoneLabel(time, clock)}`
}
