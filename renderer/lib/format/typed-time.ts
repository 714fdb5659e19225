import { libText } from '../../messages/lib'
import { formatDateTime, type ClockKind } from './time'

interface TypedTimeBasis {
  /** The shown time: a time without a day is on its day, and "-15m" counts from it. */
  readonly near: number
  /** "today" and "15m ago" count from it. */
  readonly now: number
  readonly clock: ClockKind
}

/** That of the computer, or minutes ahead of UTC. */
type Zone = 'local' | number
type Day = readonly [year: number, month: number, day: number]
interface TimeOfDay {
  /** Since midnight. */
  readonly seconds: number
  readonly nanoseconds: number
}

const { words, weekdays } = libText.typedTime
const zoneForm = / ?(?:(?:utc|gmt)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?|z|([+-])(\d{2}):(\d{2}))$/
const timeForm = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])m)?$/
const hourForm = /^(\d{1,2}) ?([ap])m$/
const isoForm = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const dayFirstForm = /^(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?$/
const monthFirstForm = /^([a-z]{3,9}) (\d{1,2})(?: (\d{4}))?$/
const durationForm = /(\d+(?:\.\d+)?) ?([a-z]+) ?/y
const midnight: TimeOfDay = { seconds: 0, nanoseconds: 0 }
const unitLengths = [1, 1000, 60_000, 3_600_000, 86_400_000, 604_800_000]

/**
 * A time as people type it: "14:02:11.482", "yesterday 9:30", "fri 4pm", "18 Nov 14:02", "-15m", "now". In milliseconds
 * since the epoch, or exact nanoseconds as text if it has more digits; null if it is not a time.
 */
export function typedTime(text: string, basis: TypedTimeBasis): number | string | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replaceAll('−', '-')
    .replaceAll(/,(?=\s|$)|(?<=\d *)t(?= *\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const relative = relativeTime(typed, basis)
  if (relative !== null) return relative
  const named = zoneForm.exec(typed)
  const zone = named ? zoneOf(named) : basis.clock === 'local' ? 'local' : 0
  const parts = splitDay(named ? typed.slice(0, named.index) : typed)
  const at = parts && (parts.day === '' ? onDay(dayOf(basis.near, zone)) : dated(parts.day))
  return at && parts && withFraction(at, parts.time.nanoseconds)

  function onDay(day: Day | null): number | null {
    return day && parts && instantOf(day, parts.time.seconds, zone)
  }

  function dated(day: string): number | null {
    const today = dayOf(basis.now, zone)
    const since = daysSince(day, today)
    if (since === null) return onDay(dateOf(day, basis.near, zone))
    const at = onDay(earlier(today, since.days))
    // "fri 16:00" on a Friday morning is that of last week.
    return at !== null && since.isWeekday && at > basis.now ? onDay(earlier(today, since.days + 7)) : at
  }
}

/** In whole milliseconds, rounded down. */
export function typedMilliseconds(text: string, basis: TypedTimeBasis): number | null {
  const at = typedTime(text, basis)
  return typeof at === 'string' ? Number(BigInt(at) / 1_000_000n) : at && Math.floor(at)
}

/** "now", "-15m", "+1h 30m", "now-5m", "5m ago". */
function relativeTime(typed: string, { near, now }: TypedTimeBasis): number | null {
  if (typed === words.now) return now
  const isAgo = typed.endsWith(` ${words.ago}`)
  const isFromNow = typed.startsWith(words.now)
  const steps = isAgo
    ? `-${typed.slice(0, -words.ago.length)}`
    : isFromNow
      ? typed.slice(words.now.length)
      : typed
  const sign = steps.trim()[0]
  const length = durationOf(steps.trim().slice(1).trim())
  if (length === null || (sign !== '-' && sign !== '+')) return null
  const at = Math.floor(isAgo || isFromNow ? now : near) + (sign === '-' ? -length : length)
  return isTime(at) ? at : null
}

/** "1h 30m" in milliseconds. */
function durationOf(text: string): number | null {
  let total = 0
  let end = 0
  durationForm.lastIndex = 0
  for (let part = durationForm.exec(text); part; part = durationForm.exec(text)) {
    const unit = words.units.findIndex((names) => names.includes(part![2]!))
    if (unit < 0) return null
    total += Number(part[1]) * unitLengths[unit]!
    end = durationForm.lastIndex
  }
  return end > 0 && end === text.length ? Math.round(total) : null
}

function zoneOf([, sign, hours, minutes, sign2, hours2, minutes2]: RegExpExecArray): number {
  const size = Number(hours ?? hours2 ?? 0) * 60 + Number(minutes ?? minutes2 ?? 0)
  return (sign ?? sign2) === '-' ? -size : size
}

/** The time is first or last: "9:30 yesterday", "18 Nov at 14:02", "fri 4 pm". */
function splitDay(typed: string): { readonly day: string; readonly time: TimeOfDay } | null {
  const parts = typed.split(' ').filter((word) => word !== '' && word !== words.at)
  for (const size of [2, 1]) {
    const last = timeOfDay(parts.slice(-size).join(' '))
    if (last) return { day: parts.slice(0, -size).join(' '), time: last }
    const first = timeOfDay(parts.slice(0, size).join(' '))
    if (first) return { day: parts.slice(size).join(' '), time: first }
  }
  return parts.length === 0 ? null : { day: parts.join(' '), time: midnight }
}

function timeOfDay(text: string): TimeOfDay | null {
  if (text === words.midnight) return midnight
  if (text === words.noon) return { seconds: 43_200, nanoseconds: 0 }
  const found = timeForm.exec(text)
  const [hours, half] = found ? [found[1], found[5]] : (hourForm.exec(text)?.slice(1) ?? [])
  const [hour, minute, second] = [Number(hours), Number(found?.[2] ?? 0), Number(found?.[3] ?? 0)]
  const isHour = half === undefined ? hour < 24 : hour >= 1 && hour <= 12
  if (hours === undefined || !isHour || minute > 59 || second > 59) return null
  const inDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const nanoseconds = Number((found?.[4] ?? '').padEnd(9, '0'))
  return { seconds: inDay * 3600 + minute * 60 + second, nanoseconds }
}

/** Of "today", "yesterday", "fri" and "last friday"; null for other days. */
function daysSince(day: string, today: Day): { readonly days: number; readonly isWeekday: boolean } | null {
  if (day === words.today) return { days: 0, isWeekday: false }
  if (day === words.yesterday) return { days: 1, isWeekday: false }
  const isLast = day.startsWith(`${words.last} `)
  const name = isLast ? day.slice(words.last.length + 1) : day
  const weekday = weekdays.findIndex((each) => name.length >= 3 && each.toLowerCase().startsWith(name))
  if (weekday < 0) return null
  const days = (new Date(Date.UTC(...today)).getUTCDay() - weekday + 7) % 7
  return { days: days === 0 && isLast ? 7 : days, isWeekday: true }
}

/** Without a year, that of `near`. */
function dateOf(text: string, near: number, zone: Zone): Day | null {
  const iso = isoForm.exec(text)
  if (iso) return [Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])]
  const dayFirst = dayFirstForm.exec(text)
  const monthFirst = monthFirstForm.exec(text)
  const [day, name = '', year] = dayFirst
    ? dayFirst.slice(1)
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = libText.months.findIndex((each) => each.toLowerCase() === name.slice(0, 3))
  return month < 0 ? null : [Number(year ?? dayOf(near, zone)[0]), month, Number(day)]
}

function earlier([year, month, day]: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month, day - days))
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
}

/** Null if there is no such day: 31 June. */
function instantOf(day: Day, seconds: number, zone: Zone): number | null {
  const at =
    zone === 'local'
      ? new Date(...day, 0, 0, seconds).getTime()
      : Date.UTC(...day, 0, 0, seconds) - zone * 60_000
  return isTime(at) && dayOf(at, zone).every((part, index) => part === day[index]) ? at : null
}

function dayOf(at: number, zone: Zone): Day {
  const text = zone === 'local' ? formatDateTime(at, 'local') : formatDateTime(at + zone * 60_000, 'utc')
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return [year, month - 1, day]
}

function withFraction(at: number, nanoseconds: number): number | string {
  const isWhole = nanoseconds % 1_000_000 === 0
  return isWhole ? at + nanoseconds / 1_000_000 : String(BigInt(at) * 1_000_000n + BigInt(nanoseconds))
}

const isTime = (at: number) => at >= 0 && at <= 8.64e15
