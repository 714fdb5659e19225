import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { ConversionFile } from '#engine/records/conversions/conversion-file'
import type { Raw } from '#shared/wire/record-reader'
import { memoryStore } from '../../memory-store'
import { ConversionBench, created, idOf, message } from './desk'

const start = Date.parse(created)
const at = (milliseconds: number) => new Date(start + milliseconds).toISOString()
const settledAfter = (number: number, milliseconds: number, more: Raw = {}) =>
  message(number, { status: 'SETTLED', settled_at: at(milliseconds), ...more })
const underway = 500

let bench: ConversionBench
let records: Map<string, Raw>
const connect = (file?: ConversionFile) => {
  bench = new ConversionBench(file).connect()
  bench.answer = (id) => records.get(id)!
  bench.serviceNow = start
}
beforeEach(() => {
  records = new Map([[idOf(underway), message(underway)]])
  connect()
})

/** Looks up settled conversions, then one that is underway. */
async function lookUpAfter(all: readonly Raw[]) {
  for (const record of all) records.set(String(record['id']), record)
  if (all.length > 0) await bench.conversions.lookUp(all.map(({ id }) => id).join(' '), false)
  await bench.conversions.lookUp(idOf(underway), true)
}

const late = () => bench.noticed.filter(({ overdue }) => overdue !== null)

it('measures the usual time as that within which 95% of at least 20 of the same pair settled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(10_000_000), { minLength: 15, maxLength: 60 }), async (durations) => {
      connect()
      await lookUpAfter([
        ...durations.map((took, index) => settledAfter(index + 1, took)),
        // None of these counts.
        ...durations.map((_took, index) => settledAfter(index + 100, 1, { source_asset: 'USDP' })),
        ...durations.map((_took, index) => message(index + 200, { cancelled_at: at(1) })),
        settledAfter(300, -1),
        settledAfter(301, 1, { settled_at: 'soon' })
      ])
      const { usual } = bench.row(underway)!
      await bench.conversions.dispose()
      expect(usual === null).toBe(durations.length < 20)
      if (usual === null) return
      const within = (limit: number) => durations.filter((took) => took <= limit).length
      expect(usual.of).toBe(durations.length)
      expect(durations).toContain(usual.milliseconds)
      expect(within(usual.milliseconds) * 100).toBeGreaterThanOrEqual(95 * durations.length)
      expect(within(usual.milliseconds - 1) * 100).toBeLessThan(95 * durations.length)
    }),
    { numRuns: 30 }
  )
})

const twenty = Array.from({ length: 20 }, (_none, index) => settledAfter(index + 1, (index + 1) * 1000))

it('notifies once when a watched conversion takes longer than usual, also after a restart', async () => {
  const file = new ConversionFile(memoryStore({ profiles: {}, last: null }))
  connect(file)
  await lookUpAfter(twenty)
  expect(bench.row(underway)?.usual).toEqual({ milliseconds: 19_000, words: '19 s', of: 20 })
  bench.serviceNow = start + 19_000
  await bench.pass(20_000)
  expect(late()).toEqual([])
  bench.serviceNow = start + 19_001
  await bench.pass(600_000, 1000)
  expect(late()).toMatchObject([
    { overdue: 19_001, failure: null, row: { id: idOf(underway), usual: { of: 20 } } }
  ])
  await bench.conversions.dispose()
  connect(file)
  bench.serviceNow = start + 60_000
  await bench.pass(600_000, 1000)
  expect(bench.asked.length).toBeGreaterThan(2)
  expect(late()).toEqual([])
})

it('does not notify of what a lookup showed, or of one without a creation time', async () => {
  bench.serviceNow = start + 60_000
  await lookUpAfter(twenty)
  await bench.pass(600_000, 1000)
  expect(late()).toEqual([])
  connect()
  records.set(idOf(underway), message(underway, { created_at: null }))
  await lookUpAfter(twenty)
  bench.serviceNow = start + 60_000
  await bench.pass(600_000, 1000)
  expect(late()).toEqual([])
})

it('uses the clock of this computer while that of the service is unknown', async () => {
  await lookUpAfter(twenty)
  bench.serviceNow = null
  await bench.pass(600_000, 1000)
  expect(late()).toHaveLength(1)
})

it('exports how long the watched ones are underway, and whether that is late', async () => {
  await lookUpAfter(twenty)
  for (const [number, more] of [
    [501, { source_asset: 'USDP' }],
    [502, { created_at: null }]
  ] as const) {
    records.set(idOf(number), message(number, more))
    await bench.conversions.lookUp(idOf(number), true)
  }
  const figuresAt = (age: number, watched: boolean) => {
    bench.serviceNow = start + age
    const rows = parse(bench.conversions.csv('', watched), { columns: true }) as Record<string, string>[]
    return Object.fromEntries(
      rows.map((row) => [
        row['id'],
        ['settled_after', 'underway_for', 'usual_within']
          .map((name) => row[`${name}_seconds`])
          .concat(row['usual_of']!, row['late']!)
      ])
    )
  }
  const watched = figuresAt(19_000, true)
  expect(watched).toEqual({
    [idOf(underway)]: ['', '19', '19', '20', 'no'],
    [idOf(501)]: ['', '19', '', '', ''],
    [idOf(502)]: ['', '', '', '', '']
  })
  const all = figuresAt(19_001, false)
  expect(all[idOf(underway)]).toEqual(['', '19.001', '19', '20', 'yes'])
  for (let number = 1; number <= 20; number += 1)
    expect(all[idOf(number)]).toEqual([String(number), '', '', '', ''])
})
