import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarOf, monthStart, weeksOf } from '#shared/domain/records/statements/calendar'
import type { ExpectedStatement } from '#shared/domain/records/statements/expected'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { archived } from '../../../../engine/records/statements/reading-support'

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

const next = (asset: string, first: string, last: string, isLate = false): ExpectedStatement => ({
  environment: 'production',
  asset,
  month: '2026-11',
  firstDay: at(first),
  lastDay: at(last),
  of: 3,
  isLate
})

test('tells expected, due and overdue statements apart, and dates arrivals by their first revision', () => {
  const rows = ['2026-11-03T23:59:59Z', '2026-11-09T08:00:00Z'].flatMap((created, place) =>
    rowsOf([archived({ id: String(place), asset: 'USDP', start: '2026-10-01T00:00:00Z', created })], null)
  )
  const expected = [
    next('A', '2026-12-01', '2026-12-02', true),
    next('B', '2026-12-02', '2026-12-04'),
    next('C', '2026-12-04', '2026-12-05')
  ]
  const entries = calendarOf(expected, rows, at('2026-12-03'))
  expect(entries.map(({ kind, asset, month, firstDay }) => [kind, asset, month, firstDay])).toEqual([
    ['overdue', 'A', '2026-11', at('2026-12-01')],
    ['due', 'B', '2026-11', at('2026-12-02')],
    ['expected', 'C', '2026-11', at('2026-12-04')],
    ['arrived', 'USDP', '2026-10', at('2026-11-03')]
  ])
  const [row] = rows
  expect(
    calendarOf(
      [],
      [
        { ...row!, unfinished: true },
        { ...row!, createdAt: null }
      ],
      0
    )
  ).toEqual([])
})

test('the weeks of a month have each of its days once, on its weekday', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (months) => {
      const month = monthStart(0, months)
      const weeks = weeksOf(month)
      const days: number[] = []
      for (let one = month; new Date(one).getUTCMonth() === new Date(month).getUTCMonth(); one += 86_400_000)
        days.push(one)
      expect(weeks.flat().filter((one) => one !== null)).toEqual(days)
      for (const week of weeks) {
        expect(week).toHaveLength(7)
        expect(week.some((one) => one !== null)).toBe(true)
        for (const [place, one] of week.entries())
          if (one !== null) expect(new Date(one).getUTCDay()).toBe((place + 1) % 7)
      }
    })
  )
})
