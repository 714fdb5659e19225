import { libText } from '../../messages/lib'
import { formatDateTime, type ClockKind } from '../../lib/format/time'

const form =
  /^(?:(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?),?)?(?:(?:^|[ T])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(?:UTC|Z))?$/i

/**
 * A time as people type it: "14:02", "14:02:11.482", "18 Nov 14:02", "2026-11-18 14:02:11". Without a date, it is on the
 * day of `near`. In milliseconds since the epoch, or exact nanoseconds as text if it has more digits; null if it is not a
 * time.
 */
export function typedTime(text: string, near: number, clock: ClockKind): number | string | null {
  const found = form.exec(text.trim().replaceAll(/\s+/g, ' '))
  if (!found || text.trim() === '') return null
  const [nearYear, nearMonth, nearDay] = dayOf(near, clock)
  const [, year, month, day, dayFirst, name, yearLast] = found
  const [hour = 0, minute = 0, second = 0] = found.slice(7, 10).map((part) => Number(part ?? 0))
  const monthIndex = name === undefined ? null : monthNamed(name)
  const date =
    year !== undefined
      ? [Number(year), Number(month) - 1, Number(day)]
      : dayFirst !== undefined
        ? [Number(yearLast ?? nearYear), monthIndex ?? -1, Number(dayFirst)]
        : [nearYear, nearMonth, nearDay]
  const at = instantOf([...date, hour, minute, second] as Parts, clock)
  if (at === null) return null
  const fraction = (found[10] ?? '').padEnd(9, '0')
  if (fraction.slice(3) === '000000') return at + Number(fraction.slice(0, 3))
  return String(BigInt(at) * 1_000_000n + BigInt(fraction))
}

type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number]

/** Null if there is no such time: 31 June, 25:00. */
function instantOf(parts: Parts, clock: ClockKind): number | null {
  const [year, month, day, hour, minute, second] = parts
  const at = clock === 'utc' ? Date.UTC(...parts) : new Date(year, month, day, hour, minute, second).getTime()
  const [thatYear, thatMonth, thatDay] = dayOf(at, clock)
  const same = thatYear === year && thatMonth === month && thatDay === day
  return same && hour < 24 && minute < 60 && second < 60 && at >= 0 ? at : null
}

function dayOf(at: number, clock: ClockKind): readonly [number, number, number] {
  const [year = 0, month = 0, day = 0] = formatDateTime(at, clock).slice(0, 10).split('-').map(Number)
  return [year, month - 1, day]
}

function monthNamed(name: string): number | null {
  const start = name.slice(0, 3).toLowerCase()
  const index = libText.months.findIndex((month) => month.toLowerCase() === start)
  return index < 0 ? null : index
}
