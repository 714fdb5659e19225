import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedOf } from '#shared/domain/records/statements/expected'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { archived } from '../../../../engine/records/statements/reading-support'

const day = 86_400_000
/** Months from January 2026, counted with the calendar of the platform. */
const startOf = (index: number) => Date.UTC(2026, index, 1)
const monthOf = (index: number) => new Date(startOf(index)).toISOString().slice(0, 7)

const rowsFor = (created: readonly (number | null)[], present = created.map((_created, index) => index)) =>
  rowsOf(
    present.map((index) =>
      archived({
        id: String(index),
        start: new Date(startOf(index)).toISOString(),
        created: created[index] === null ? null : new Date(startOf(index + 1) + created[index]!).toISOString()
      })
    ),
    null
  )

test('expects the month after the newest, within the days that earlier ones took', () => {
  const after = fc.option(fc.integer({ min: 0, max: 20 * day }), { nil: null, freq: 5 })
  fc.assert(
    fc.property(
      fc.array(after, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: -40, max: 60 }),
      (created, days) => {
        const known = created.filter((one) => one !== null)
        const end = startOf(created.length + 1)
        const now = end + days * day
        const found = expectedOf(rowsFor(created), now)
        if (known.length < 3) {
          expect(found).toEqual([])
          return
        }
        // Days of the calendar; an instant at midnight still belongs to the day before.
        const createdOn = known.map((one) => Math.floor((end + Math.max(0, one - 1)) / day) * day)
        expect(found).toEqual([
          {
            environment: 'production',
            asset: 'USDP',
            month: monthOf(created.length),
            firstDay: Math.min(...createdOn),
            lastDay: Math.max(...createdOn),
            of: known.length,
            // From the day after the last one.
            isLate: now > Math.max(...createdOn)
          }
        ])
      }
    )
  )
})

test('expects nothing after a gap among the newest months, or long after a series ended', () => {
  const created = [day, day, day, day, day]
  const now = startOf(5)
  expect(expectedOf(rowsFor(created, [0, 1, 2, 4]), now)).toEqual([])
  expect(expectedOf(rowsFor(created, [0, 2, 3, 4]), now)).toMatchObject([{ month: '2026-06', isLate: false }])
  expect(expectedOf(rowsFor(created), startOf(11))).toEqual([])
})

test('lists the most urgent first', () => {
  const rows = ['EURC', 'USDG', 'USDP'].flatMap((asset, place) =>
    rowsOf(
      [0, 1, 2].map((index) =>
        archived({
          id: `${asset}${index}`,
          asset,
          start: new Date(startOf(index)).toISOString(),
          created: new Date(startOf(index + 1) + (5 - place) * day).toISOString()
        })
      ),
      null
    )
  )
  expect(expectedOf(rows, startOf(3)).map(({ asset }) => asset)).toEqual(['USDP', 'USDG', 'EURC'])
})

test('is late from the midnight after its last day', () => {
  const rows = rowsFor([2 * day + 1, 3 * day, 3 * day])
  const lastDay = startOf(4) + 2 * day
  const isLateAt = (now: number) => expectedOf(rows, now)[0]!.isLate
  expect(expectedOf(rows, lastDay)).toMatchObject([{ firstDay: lastDay, lastDay }])
  expect([lastDay, lastDay + day - 1, lastDay + day].map(isLateAt)).toEqual([false, false, true])
})
