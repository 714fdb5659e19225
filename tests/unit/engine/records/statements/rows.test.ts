import { expect, test } from 'vitest'
import { revisionsOf } from '#engine/records/statements/reading/revisions'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { realDisk } from '#engine/records/statements/index'
import { archived } from './reading-support'
import { id, storeAt } from './support'

const numbersOf = (rows: ReturnType<typeof rowsOf>) =>
  Object.fromEntries(
    rows.map(({ id: own, key, revision }) => [`${own} ${key}`, `${revision.number}/${revision.of}`])
  )
const byId = (rows: ReturnType<typeof rowsOf>) =>
  Object.fromEntries(rows.map(({ id: own, revision }) => [own, `${revision.number}/${revision.of}`]))
const sealBroken = [{ name: 'statement.json', state: 'altered' as const }]

test('compares periods and creation times as instants, not as texts', () => {
  const rows = rowsOf(
    [
      archived({ id: id(1), start: '2026-10-01T00:00:00Z', created: '2026-11-02T00:00:00.5Z' }),
      archived({ id: id(2), start: '2026-10-01T00:00:00.000Z', created: '2026-11-02T00:00:00Z' }),
      archived({
        id: id(3),
        start: '2026-10-01T02:00:00+02:00',
        created: '2026-11-02T01:00:00.000000001+01:00'
      })
    ],
    null
  )
  expect(byId(rows)).toEqual({ [id(2)]: '1/3', [id(3)]: '2/3', [id(1)]: '3/3' })
  expect(rows.map(({ id: own }) => own)).toEqual([id(1), id(3), id(2)])
})

test('sorts an invalid time before every valid one', () => {
  const rows = rowsOf(
    [
      archived({ id: id(1), start: 'October', created: '2026-11-02T00:00:00Z' }),
      archived({ id: id(2), start: 'October', created: 'yesterday' }),
      archived({ id: id(3), start: 'October', created: 'a day' }),
      archived({ id: id(4), start: 'october' })
    ],
    null
  )
  expect(byId(rows)).toEqual({ [id(3)]: '1/3', [id(2)]: '2/3', [id(1)]: '3/3', [id(4)]: '1/1' })
})

test('uses the time of arrival if the creation time is missing', () => {
  const rows = rowsOf(
    [
      archived({ id: id(1), created: null, completed: '2026-12-01T00:00:00.000Z' }),
      archived({ id: id(2), created: '2026-11-30T00:00:00Z' })
    ],
    null
  )
  expect(byId(rows)).toEqual({ [id(2)]: '1/2', [id(1)]: '2/2' })
})

test('separates series by environment, connection, asset and type', () => {
  const rows = rowsOf(
    [
      archived({ id: id(1) }),
      archived({ id: id(2), environment: 'sandbox' }),
      archived({ id: id(3), profile: 'another' }),
      archived({ id: id(4), asset: 'USDG' }),
      archived({ id: id(5), asset: null }),
      archived({ id: id(6), type: 'BONUS' }),
      archived({ id: id(7), end: '2026-10-31T23:59:59.000000001Z' })
    ],
    null
  )
  expect(new Set(Object.values(byId(rows)))).toEqual(new Set(['1/1']))
})

test('counts an ID that exists twice as one revision', () => {
  const rows = rowsOf(
    [
      archived({ id: id(1), folder: 'production/a/USDP/2026-10/one', created: '2026-11-02T00:00:00Z' }),
      archived({
        id: id(1),
        folder: 'production/a/USDP/2026-11/one',
        created: '2026-11-02T00:00:00Z',
        faults: sealBroken,
        belongs: 'production/a/USDP/2026-10/one'
      }),
      archived({ id: id(2), folder: 'production/a/USDP/2026-10/two', created: '2026-11-03T00:00:00Z' }),
      archived({ id: id(1), folder: 'production/b/USDP/2026-10/one', faults: sealBroken })
    ],
    null
  )
  expect(numbersOf(rows)).toEqual({
    [`${id(1)} production/a/USDP/2026-10/one`]: '1/2',
    [`${id(1)} production/a/USDP/2026-11/one`]: '1/2',
    [`${id(1)} production/b/USDP/2026-10/one`]: '1/2',
    [`${id(2)} production/a/USDP/2026-10/two`]: '2/2'
  })
})

test('keeps a statement with a broken seal as the newest, in the month of its folder', () => {
  const rows = rowsOf(
    [
      archived({ id: id(1), created: '2026-11-02T00:00:00Z' }),
      archived({ id: id(2), created: '2020-01-01T00:00:00Z', faults: sealBroken })
    ],
    null
  )
  expect(byId(rows)).toEqual({ [id(1)]: '1/2', [id(2)]: '2/2' })
  const [altered] = rowsOf(
    [
      archived({
        id: id(3),
        start: '2019-01-01T00:00:00Z',
        folder: `production/a/USDP/2026-10/${id(3)}`,
        faults: sealBroken
      })
    ],
    null
  )
  expect([altered!.month, altered!.state]).toEqual(['2026-10', 'altered'])
  // With an intact seal only the record counts.
  const [sealed] = rowsOf([archived({ id: id(3), folder: `production/a/USDP/2019-01/${id(3)}` })], null)
  expect(sealed!.month).toBe('2026-10')
})

test('shows the same revisions as it counts', async () => {
  const rows = rowsOf(
    [
      archived({ id: id(1), start: '2026-10-01T00:00:00Z', created: '2026-11-02T00:00:00.5Z' }),
      archived({ id: id(2), start: '2026-10-01T00:00:00.000Z', created: '2026-11-02T00:00:00Z' }),
      archived({ id: id(3), environment: 'sandbox' })
    ],
    null
  )
  const group = await revisionsOf(realDisk, storeAt('/nowhere'), rows, rows[0]!)
  expect(group.rows.map(({ row }) => [row.id, row.revision.number])).toEqual([
    [id(2), 1],
    [id(1), 2]
  ])
})
