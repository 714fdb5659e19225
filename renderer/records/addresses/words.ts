import { nanosecondsInMillisecond, parseTime } from '#shared/domain/base/time'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

const toTheMinute = 'YYYY-MM-DD HH:MM'.length
const toTheSecond = 'YYYY-MM-DD HH:MM:SS'.length

function shown(text: string, clock: ClockKind): string | null {
  const at = parseTime(text)
  return at === null ? null : formatDateTime(Number(at / nanosecondsInMillisecond), clock)
}

/** To the minute; a local time carries its zone, since it is another one in summer and in winter. */
export function rowTime(text: string, clock: ClockKind): string {
  const time = shown(text, clock)
  if (time === null) return text
  return clock === 'utc' ? time.slice(0, toTheMinute) : time.slice(0, toTheMinute) + time.slice(toTheSecond)
}

/** To the second with its zone; what is no time stays as it came. */
export const wholeTime = (text: string, clock: ClockKind) => shown(text, clock) ?? text

export const targetText = (target: string) => (target === 'NO_CONVERSION' ? 'No conversion' : target)

export const counted = (count: number, one: string, many: string, text = String(count)) =>
  `${text} ${count === 1 ? one : many}`
