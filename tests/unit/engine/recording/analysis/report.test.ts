import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { KeyframeCosts } from '#engine/recording/analysis/keyframe-costs'
import { readReport, type WantedReport } from '#engine/recording/analysis/report'
import { keyframesOf } from '#engine/recording/keyframes/files'
import { membersOf } from '#engine/recording/keyframes/members'
import { listSegments } from '#engine/recording/log/segments'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import type { AnalysisRow } from '#shared/contract/recording/analysis'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems } from '../../../../integration/support/straight-play'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { began, chaosLog, market, writeAndSeal } from './chaos-log'
import {
  lengthOf,
  percentile,
  plain,
  rounded,
  shownPrice,
  sizeWithin,
  slippage,
  Truth,
  within,
  type Moment,
  type Stretch
} from './oracle'

const million = 1_000_000n
const bucket = 15
const minute = 60_000
const slot = 900_000
/** From before the recording up to after it. */
const from = Number(began / million) - 10 * minute
const to = from + 120 * minute
const period = { from, to }
const all: Stretch = { from: BigInt(from) * million, to: BigInt(to) * million }

let log: string
let truth: Truth
/** When the first item of the second part arrived. */
let middle: number

beforeAll(async () => {
  log = path.join(await freshFolder(), 'environment=production', 'service=1', 'log')
  const items = chaosLog(new FuzzRandom(17), 3000)
  // In three parts, of which the first two end within an hour.
  for (const [start, end] of [
    [0, 900],
    [900, 1700],
    [1700, items.length]
  ] as const)
    await writeAndSeal(log, items.slice(start, end))
  truth = new Truth(await loggedItems(log))
  middle = items[900]!.milliseconds
})

const read = (report: WantedReport['report'], rest: Partial<WantedReport> = {}) =>
  readReport(
    log,
    { market, report, period, against: null, days: 'all', bucket, ...rest },
    { signal: new AbortController().signal, onProgress: () => undefined, keyframes: new KeyframeCosts() }
  )

/** Where a row by time of day is in the period, which is shorter than a day. */
const timeOfRow = ({ from: start }: AnalysisRow): Stretch => {
  const at = BigInt(Date.UTC(2026, 0, 5) + start * minute) * million
  return within([{ from: at, to: at + BigInt(bucket * minute) * million }], all)[0]!
}

function expectCoverage(row: AnalysisRow, time: Stretch): void {
  const live = lengthOf(truth.covered(time.from, time.to))
  expect(row.coverage, String(row.from)).toEqual({
    live: Number(live / million),
    total: Number((time.to - time.from) / million),
    partial: live < time.to - time.from
  })
}

type FigureOf = (moment: Moment, twice: bigint) => (bigint | null)[]

/** Each figure of each row equals the oracle's, and so does that of all rows. */
function expectSamples(
  rows: readonly AnalysisRow[],
  times: readonly Stretch[],
  figuresOf: FigureOf,
  scale: readonly number[]
): number {
  let samples = 0
  for (const [index, row] of rows.entries()) {
    const time = times[index]!
    const seconds = truth.seconds(time.from, time.to).filter((at) => at < truth.known)
    const figures = seconds.map((at) => {
      const moment = truth.momentBefore(at)!
      return figuresOf(moment, truth.mid(moment)!)
    })
    const cells = scale.flatMap((digits, figure) =>
      [10, 50, 90].map((percent) => {
        const value = percentile(
          figures.map((each) => each[figure]!),
          percent
        )
        return value === null ? null : plain(value, digits)
      })
    )
    expect(row.cells, `row ${row.from}`).toEqual(cells)
    expect(row.samples).toBe(seconds.length)
    samples += seconds.length
  }
  return samples
}

const pointUnits = (top: bigint, bottom: bigint) => rounded(top * 10n ** 8n, bottom)

test('the spread of each second, by time of day and altogether, is that of the log', async () => {
  const { series, notes } = await read({ kind: 'spread' })
  const figures: FigureOf = ({ bids, asks }, twice) => {
    const apart = asks[0]![0] - bids[0]![0]
    return [pointUnits(2n * apart, twice), apart]
  }
  const times = series.rows.map(timeOfRow)
  expect(series.rows.length).toBe(9)
  expect(expectSamples(series.rows, times, figures, [4, 18])).toBeGreaterThan(1000)
  expectSamples([series.total], [all], figures, [4, 18])
  for (const [index, row] of series.rows.entries()) expectCoverage(row, times[index]!)
  expectCoverage(series.total, all)
  expect(series.rows.filter(({ coverage }) => coverage.partial).length).toBeGreaterThan(3)
  expect(series.distributions[0]![50]).toBe(series.total.cells[1])
  expect(notes.some((note) => note.startsWith('Available from 2026-01-05 09:20'))).toBe(true)
  expect(notes.some((note) => note.startsWith('Available up to 2026-01-05 '))).toBe(true)
})

test('the depth of each second is that of the log', async () => {
  const { series } = await read({ kind: 'depth' })
  const figures: FigureOf = ({ bids, asks }, twice) => [
    sizeWithin(bids, twice, 10n),
    sizeWithin(asks, twice, 10n),
    sizeWithin(bids, twice, 50n),
    sizeWithin(asks, twice, 50n)
  ]
  expectSamples(series.rows, series.rows.map(timeOfRow), figures, [18, 18, 18, 18])
  expectSamples([series.total], [all], figures, [18, 18, 18, 18])
})

const costUnits = (cost: string | null) => (cost === null ? null : BigInt(Math.round(Number(cost) * 10_000)))
const costsOf =
  (size: bigint, unit: 'base' | 'quote'): FigureOf =>
  ({ bids, asks }, twice) => [
    costUnits(slippage(asks, size, unit, twice)),
    costUnits(slippage(bids, size, unit, twice))
  ]

test.each(['10000', '1000000'])('the cost of %s of the quote currency is that of the log', async (size) => {
  const { series, samples } = await read({ kind: 'cost', size, unit: 'quote' })
  expect(samples).toBe('seconds')
  const figures = costsOf(BigInt(size) * 10n ** 18n, 'quote')
  expectSamples(series.rows, series.rows.map(timeOfRow), figures, [4, 4])
  expectSamples([series.total], [all], figures, [4, 4])
})

test('the cost of any other size is that of the log at keyframes, one in a quarter of an hour', async () => {
  const { series, samples, notes } = await read({ kind: 'cost', size: '2.5', unit: 'base' })
  expect(samples).toBe('keyframes')
  expect(notes.some((note) => note.includes('keyframes'))).toBe(true)
  const figures = costsOf(25n * 10n ** 17n, 'base')
  const chosen: bigint[] = []
  for (const segment of await listSegments(log))
    for (const { facts } of await membersOf(keyframesOf(segment))) {
      const slotOf = (at: bigint) => Math.floor(Number(at / million) / slot)
      const isNew = chosen.length === 0 || slotOf(facts.to) > slotOf(chosen.at(-1)!)
      if (isNew && lengthOf(truth.covered(facts.to, facts.to + 1n)) === 1n) chosen.push(facts.to)
    }
  const values = chosen.flatMap((at) => {
    const moment = truth.momentBefore(at + 1n)
    const twice = truth.mid(moment)
    return twice === null ? [] : [figures(moment!, twice)]
  })
  expect(values.length).toBeGreaterThan(2)
  expect(series.total.samples).toBe(values.length)
  expect(series.total.cells).toEqual(
    [0, 1].flatMap((figure) =>
      [10, 50, 90].map((percent) => {
        const found = percentile(
          values.map((each) => each[figure]!),
          percent
        )
        return found === null ? null : plain(found, 4)
      })
    )
  )
})

/** The mid twice × nanoseconds, and those nanoseconds, of covered time. */
function weighted(time: Stretch): readonly [sum: bigint, weight: bigint] {
  const covered = truth.covered(time.from, time.to)
  let [sum, weight] = [0n, 0n]
  for (const [index, moment] of truth.moments.entries()) {
    const twice = truth.mid(moment)
    const next = truth.moments[index + 1]?.at ?? time.to
    if (twice === null || next <= time.from || moment.at >= time.to) continue
    const length = lengthOf(within(covered, { from: moment.at, to: next }))
    sum += twice * length
    weight += length
  }
  return [sum, weight]
}

function expectAverages(row: AnalysisRow, time: Stretch): void {
  const trades = truth.trades.filter(({ at }) => at >= time.from && at < time.to)
  const value = trades.reduce((sum, { price, amount }) => sum + price * amount, 0n)
  const volume = trades.reduce((sum, { amount }) => sum + amount, 0n)
  const [sum, weight] = weighted(time)
  expect(row.cells, String(row.from)).toEqual([
    volume > 0n ? shownPrice(value, volume) : null,
    weight > 0n ? shownPrice(sum, 2n * weight) : null,
    plain(volume)
  ])
  expect(row.samples).toBe(trades.length)
}

test('VWAP, TWAP and volume are those of the log', async () => {
  const { series, byTimeOfDay } = await read({ kind: 'average' })
  expect(byTimeOfDay).toBe(false)
  for (const row of series.rows) {
    const time = within([{ from: BigInt(row.from) * million, to: BigInt(row.to) * million }], all)[0]!
    expectAverages(row, time)
    expectCoverage(row, time)
  }
  expectAverages(series.total, all)
  expect(series.rows.filter(({ cells }) => cells[0] !== null && cells[1] !== null).length).toBeGreaterThan(4)
})

test('minutes that were live, stale or missing add up, and every gap is listed', async () => {
  const { series } = await read({ kind: 'coverage' })
  const minutes = (row: AnalysisRow) => row.cells.map((cell) => Number(cell))
  const [live, stale, notLive, missing] = minutes(series.total) as [number, number, number, number]
  expect(live + stale + notLive + missing).toBeCloseTo(120, 3)
  expect(live).toBeCloseTo(Number(lengthOf(truth.covered(all.from, all.to))) / 60e9, 3)
  expect(Math.min(stale, notLive, missing)).toBeGreaterThan(0.2)
  const gaps = series.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  expect(series.moreGaps).toBe(0)
  expect(Math.abs(gaps - (120 - live) * minute)).toBeLessThan(2 * series.gaps.length)
  for (const gap of series.gaps) {
    const inside: Stretch = { from: BigInt(gap.from + 1) * million, to: BigInt(gap.to - 1) * million }
    if (inside.from < inside.to) expect(lengthOf(truth.covered(inside.from, inside.to))).toBe(0n)
  }
})

test('a day is beside another one, and days of the week are left out', async () => {
  const next = { from: to + 1440 * minute, to: to + 2880 * minute }
  const { series, against, notes } = await read({ kind: 'spread' }, { against: next })
  expect(against!.period).toEqual(next)
  expect(against!.total.coverage).toEqual({ live: 0, total: 1440 * minute, partial: true })
  expect(against!.total.cells).toEqual([null, null, null, null, null, null])
  expect(notes).toContain('No Parquet data for this market in this period.')
  expect(series.total.samples).toBeGreaterThan(0)
  // A Monday.
  const weekend = await read({ kind: 'spread' }, { days: 'weekends' })
  expect(weekend.series.rows).toEqual([])
  const weekdays = await read({ kind: 'spread' }, { days: 'weekdays' })
  expect(weekdays.series.total.cells).toEqual(series.total.cells)
})

test('where the limits deleted a part of an hour, no figure spans it', async () => {
  const folder = parquetFolderOf(log)
  const before = await read({ kind: 'coverage' })
  const names = await readdir(folder, { recursive: true })
  const parts = names.filter((name) => name.endsWith('09-2.parquet'))
  expect(parts.length).toBeGreaterThan(4)
  for (const name of parts) await rm(path.join(folder, name))
  const { series } = await read({ kind: 'coverage' })
  const hole = series.gaps.find(({ from: at, to: until }) => at <= middle && until > middle + 600_000)!
  expect(hole.kind).toBe('missing')
  const lost = before.series.total.coverage.live - series.total.coverage.live
  const wasLive = lengthOf(truth.covered(BigInt(hole.from) * million, BigInt(hole.to) * million)) / million
  expect(wasLive).toBeGreaterThan(200_000n)
  expect(Math.abs(lost - Number(wasLive))).toBeLessThan(2000)
  const average = await read({ kind: 'average' })
  const inside = average.series.rows.filter(({ from: at, to: until }) => at >= hole.from && until <= hole.to)
  for (const row of inside) expect(row.cells).toEqual([null, null, '0'])
})
