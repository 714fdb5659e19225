import { grouped } from './current'
import type { ExpectedStatement } from './expected'
import type { StatementRow } from './statement'

/** The most urgent first. */
export const calendarKinds = ['overdue', 'due', 'expected', 'arrived'] as const
export type CalendarKind = (typeof calendarKinds)[number]

export interface CalendarEntry {
  readonly kind: CalendarKind
  readonly asset: string
  readonly month: string
  /** The days, as milliseconds since the epoch, on which it is expected; twice the day on which it was created if it was. */
  readonly firstDay: number
  readonly lastDay: number
  /** How many earlier ones the expectation is based on. */
  readonly of: number | null
}

const day = 86_400_000
const dayOf = (at: number) => Math.floor(at / day) * day

/** Expected statements, and after them those that were created, the newest first. */
export function calendarOf(
  expected: readonly ExpectedStatement[],
  rows: readonly StatementRow[],
  today: number
): readonly CalendarEntry[] {
  const awaited = expected.map(({ asset, month, firstDay, lastDay, of, isLate }) => ({
    kind: isLate ? ('overdue' as const) : firstDay > today ? ('expected' as const) : ('due' as const),
    asset,
    month,
    firstDay,
    lastDay,
    of
  }))
  const finished = rows.filter((row) => !row.unfinished && row.statusKind !== 'void')
  const arrived = [
    ...grouped(finished, ({ asset, month }) => JSON.stringify([asset ?? '', month])).values()
  ].flatMap((own): CalendarEntry[] => {
    // Later revisions do not change when it arrived.
    const times = own.map(({ createdAt }) => Date.parse(createdAt ?? '')).filter((at) => !Number.isNaN(at))
    if (times.length === 0) return []
    const created = dayOf(Math.min(...times))
    const { asset, month } = own[0]!
    return [{ kind: 'arrived', asset: asset ?? '', month, firstDay: created, lastDay: created, of: null }]
  })
  return [
    ...awaited,
    ...arrived.sort((one, other) => other.firstDay - one.firstDay || (one.asset < other.asset ? -1 : 1))
  ]
}

export const isOn = ({ firstDay, lastDay }: CalendarEntry, at: number) => firstDay <= at && at <= lastDay

/** The weeks of the month of this day, from Monday; null outside the month. */
export function weeksOf(at: number): readonly (readonly (number | null)[])[] {
  const first = monthStart(at)
  const days = (monthStart(at, 1) - first) / day
  const before = (new Date(first).getUTCDay() + 6) % 7
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, place) => {
      const index = week * 7 + place - before
      return index < 0 || index >= days ? null : first + index * day
    })
  )
}

/** Of the month of this day, or of one so many months later. */
export function monthStart(at: number, later = 0): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1)
}
