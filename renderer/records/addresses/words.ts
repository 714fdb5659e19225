import { addressesText } from '#renderer/messages/addresses'
import { nanosecondsInMillisecond, parseTime } from '#shared/domain/base/time'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

const toTheMinute = 16
const toTheSecond = 19

function shown(text: string, clock: ClockKind): string | null {
  const at = parseTime(text)
  return at === null ? null : formatDateTime(Number(at / nanosecondsInMillisecond), clock)
}

/** To the minute; local times include the zone, which changes with daylight saving. */
export function rowTime(text: string, clock: ClockKind): string {
  const time = shown(text, clock)
  if (time === null) return text
  return clock === 'utc' ? time.slice(0, toTheMinute) : time.slice(0, toTheMinute) + time.slice(toTheSecond)
}

/** To the second with its zone; invalid times stay as they are. */
export const wholeTime = (text: string, clock: ClockKind) => shown(text, clock) ?? text

export const targetText = (target: string) =>
  target === 'NO_CONVERSION' ? addressesText.fields.noConversion : target
