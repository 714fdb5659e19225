import { conversionsText } from '#renderer/messages/conversions'
import type { ConversionRow } from '#shared/contract/records/conversions'
import { nanosecondsInMillisecond, nanosecondsInSecond, parseTime } from '#shared/domain/base/time'
import { formatCount, formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatDuration, formatWait } from '../../lib/format/duration'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

/** A text that is not a number stays as it is. */
export function amountText(amount: string, format: NumberFormat): string {
  const formatted = formatDecimal(amount, format)
  return formatted === noNumber ? amount : formatted
}

const plainCapitals = /^[A-Z][A-Z_]{0,40}$/

/** `PENDING_REVIEW` becomes “Pending review”; any other form stays as it is. */
export function statusText(status: string): string {
  if (!plainCapitals.test(status)) return status
  const words = status.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const dateTimeLength = 19
const watchingText = conversionsText.watching

/** To the second; an invalid time stays as it is. */
export function shortTime(text: string, clock: ClockKind): string {
  const at = parseTime(text)
  if (at === null) return text
  const shown = formatDateTime(milliseconds(at), clock)
  return clock === 'utc' ? shown.slice(0, dateTimeLength) : shown
}

/** With every digit and the zone. */
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

/** How long it has been underway, beside how long its pair usually takes; null if it ended or its time is unknown. */
export function ageOf({ underway, createdAt, usual }: ConversionRow, now: number, format: NumberFormat) {
  const at = underway ? millisecondsOf(createdAt) : null
  if (at === null) return null
  const { underwayFor, usual: usualText } = conversionsText.timeline
  const time = formatDuration(now - at)
  const basis = usual && usualText(usual.words, usual.of, formatCount(usual.of, format))
  return {
    time,
    isLate: usual !== null && now - at > usual.milliseconds,
    basis,
    title: [underwayFor(time), ...(basis === null ? [] : [basis])].join('. ')
  }
}

/** When it is checked next, or why it is not. */
export function nextText({ watching, nextAt, trouble, underway }: ConversionRow, now: number): string {
  if (!underway) return ''
  if (!watching) return trouble === null ? watchingText.off : watchingText.ended
  if (nextAt === null) return watchingText.offline
  const wait = formatWait(nextAt, now)
  return wait === 'now' ? watchingText.nextNow : watchingText.nextIn(wait)
}

/** The short form for the table. */
export function nextShort({ watching, nextAt, trouble }: ConversionRow, now: number): string {
  if (!watching) return trouble === null ? '' : watchingText.shortEnded
  if (nextAt === null) return watchingText.shortOffline
  const wait = formatWait(nextAt, now)
  return wait === 'now' ? watchingText.shortNow : watchingText.shortIn(wait)
}
