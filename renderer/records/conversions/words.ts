import type { ConversionRow } from '#shared/contract/records/conversions'
import { nanosecondsInMillisecond, nanosecondsInSecond, parseTime } from '#shared/domain/base/time'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatWait } from '../../lib/format/duration'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

/** A text that is no number is shown as it came: what was written is more than a dash. */
export function amountText(amount: string, format: NumberFormat): string {
  const formatted = formatDecimal(amount, format)
  return formatted === noNumber ? amount : formatted
}

const plainCapitals = /^[A-Z][A-Z_]{0,40}$/

/** `PENDING_REVIEW` as a person writes it; any other form is the service's own, and stays. */
export function statusText(status: string): string {
  if (!plainCapitals.test(status)) return status
  const words = status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const dateTimeLength = 'YYYY-MM-DD HH:MM:SS'.length

/** Of a time as the service wrote it, to the second; what is no time stays as it came. */
export function shortTime(text: string, clock: ClockKind): string {
  const at = parseTime(text)
  if (at === null) return text
  const shown = formatDateTime(milliseconds(at), clock)
  return clock === 'utc' ? shown.slice(0, dateTimeLength) : shown
}

/** With every digit that was written, and the zone. */
export function exactTime(text: string, clock: ClockKind): string {
  const at = parseTime(text)
  if (at === null) return text
  const shown = formatDateTime(milliseconds(at), clock)
  const rest = ((at % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
  const fraction = String(rest).padStart(9, '0').replace(/0+$/, '')
  return shown.slice(0, dateTimeLength) + (fraction && `.${fraction}`) + shown.slice(dateTimeLength)
}

export function millisecondsOf(text: string | null): number | null {
  const at = text === null ? null : parseTime(text)
  return at === null ? null : milliseconds(at)
}

const milliseconds = (at: bigint) =>
  Math.floor(Number(at / nanosecondsInMillisecond) - (at % nanosecondsInMillisecond < 0n ? 1 : 0))

/** When it is asked for next, or why it is not. */
export function nextText({ watching, nextAt, trouble, underway }: ConversionRow, now: number): string {
  if (!underway) return ''
  if (watching) return nextAt === null ? 'Waits for a connection' : `Next question ${inWords(nextAt, now)}`
  return trouble === null ? 'Not watched' : 'Watching ended'
}

/** The same where there is little room, beside the mark that says whether it is watched. */
export function nextShort({ watching, nextAt, trouble }: ConversionRow, now: number): string {
  if (watching) return nextAt === null ? 'offline' : inWords(nextAt, now)
  return trouble === null ? '' : 'ended'
}

function inWords(until: number, now: number): string {
  const wait = formatWait(until, now)
  return wait === 'now' ? wait : `in ${wait}`
}

export const counted = (count: number, one: string, many: string, text = String(count)) =>
  `${text} ${count === 1 ? one : many}`
