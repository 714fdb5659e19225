import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { OlderPages } from '#engine/recording/history/older-pages'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { recordedHeat } from '#engine/recording/replay/recorded-heat'
import { HeatColumns } from '#renderer/lib/markets/index'
import { imbalanceOf } from '#renderer/panels/chart/liquidity/liquidity'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { HeatBook } from '#shared/domain/market/heat/index'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems } from '../../../../integration/support/straight-play'
import { columnsOf } from '../../../shared/domain/market/heat/truth'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { chaosLog, market, staleAfter, writeAndSeal } from '../analysis/chaos-log'
import { sizeWithin, Truth, type Moment } from '../analysis/oracle'

/** Times of the service's clock are multiples of this part of a millisecond, which is exact in a double. */
const parts = 4096
const decimals = 1e18

interface Span {
  readonly from: number
  readonly to: number
  readonly figures: readonly bigint[] | null
}

interface Figured {
  readonly start: number
  readonly figured: number
  readonly figures: ArrayLike<number>
}

function figuresOf({ bids, asks }: Moment): bigint[] | null {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  if (bid === undefined || ask === undefined || bid >= ask) return null
  const within = (points: bigint) => [bids, asks].map((side) => sizeWithin(side, bid + ask, points))
  return [ask - bid, ...within(10n), ...within(50n)]
}

/** What the market's book was, by the log's lines alone, in the times between two samples. */
function spansOf(items: Awaited<ReturnType<typeof loggedItems>>): Span[] {
  const { moments } = new Truth(items)
  const hub = new RecordedHub({ staleAfter: () => staleAfter })
  const spans: Span[] = []
  let applied = 0
  const { look, pause } = HeatBook.prototype
  const sampled = new WeakMap<HeatBook, { covered: number; from: number; looked: number | null }>()
  const stateOf = (heat: HeatBook) => {
    const state = sampled.get(heat) ?? { covered: -Infinity, from: -Infinity, looked: null }
    sampled.set(heat, state)
    return state
  }
  vi.spyOn(HeatBook.prototype, 'pause').mockImplementation(function (this: HeatBook) {
    stateOf(this).looked = null
    pause.call(this)
  })
  vi.spyOn(HeatBook.prototype, 'look').mockImplementation(function (
    this: HeatBook,
    book,
    time,
    until = time
  ) {
    const state = stateOf(this)
    if (state.looked === null) state.from = time
    else if (time - state.looked > 2000) state.from = Math.max(state.from, time - 2000)
    const [from, to] = [Math.max(state.from, state.covered, time - 3_600_000), Math.min(time, until)]
    state.looked = time
    if (to - from >= 1) {
      if (hub.market(market)?.heat === this)
        spans.push({ from, to, figures: figuresOf(moments[applied - 1]!) })
      state.from = state.covered = to
    }
    look.call(this, book, time, until)
  })
  for (const item of items) {
    // Samples before the frame see the book before it.
    hub.apply(item)
    if (item.kind === 'f' && isBook(item.content)) applied += 1
  }
  vi.restoreAllMocks()
  return spans
}

function isBook(content: Buffer): boolean {
  const { payload } = JSON.parse(content.toString()) as { payload: { market?: string; type?: string } }
  return payload.market === market && payload.type !== undefined
}

function expectFigures(column: Figured, interval: Interval, spans: readonly Span[]): void {
  const [start, end] = [column.start * 1000, (column.start + intervalSeconds[interval]) * 1000]
  let time = 0n
  const sums = [0n, 0n, 0n, 0n, 0n]
  for (const span of spans) {
    const length = (Math.min(span.to, end) - Math.max(span.from, start)) * parts
    if (length <= 0 || !span.figures) continue
    expect(Number.isSafeInteger(length)).toBe(true)
    time += BigInt(length)
    span.figures.forEach((figure, index) => (sums[index]! += figure * BigInt(length)))
  }
  const what = `${interval} ${new Date(start).toISOString()}`
  expect(Math.abs(column.figured - Number(time) / parts), what).toBeLessThan(1e-6)
  if (time === 0n) return
  for (const [index, sum] of sums.entries()) {
    const truth = Number((sum * 10n ** 9n) / time) / decimals / 1e9
    expect(Math.abs(column.figures[index]! - truth), what).toBeLessThanOrEqual(truth * 1e-12)
  }
  const [, bids, asks] = sums as [bigint, bigint, bigint]
  const [spread, bids10, asks10, bids50, asks50] = Array.from(column.figures) as [
    number,
    number,
    number,
    number,
    number
  ]
  const imbalance = imbalanceOf({ spread, bids10, asks10, bids50, asks50, recorded: 1 })
  if (bids + asks === 0n) return expect(imbalance, what).toBeNull()
  const percent = Number(((bids - asks) * 10n ** 17n) / (bids + asks)) / 1e15
  expect(Math.abs(imbalance! - percent), what).toBeLessThan(1e-9)
}

test.each([3])('equal fractions over the lines of a log made under chaos (seed %i)', async (seed) => {
  const folder = join(await freshFolder(), 'log')
  await writeAndSeal(folder, chaosLog(new FuzzRandom(seed), 2700))
  const items = await loggedItems(folder)
  const spans = spansOf(items)
  const pages = new OlderPages(folder)
  const last = spans.at(-1)!.to / 1000
  for (const interval of ['1m', '5m', '15m', '1h'] as const) {
    const seconds = intervalSeconds[interval]
    const columns = new HeatColumns(1500, interval)
    const before = Math.floor(last / seconds) * seconds
    for (let page = { from: before, begins: false }; !page.begins;) {
      const next = await pages.heat({ market, interval, before: page.from, seq: null, lead: 0 })
      columns.prepend(next)
      page = next
    }
    expect(columns.all.length, interval).toBeGreaterThan(interval === '1m' ? 30 : 0)
    for (const column of columns.all) expectFigures(column, interval, spans)
  }
  // Not stored, so that the log is played for a page.
  for (const interval of ['1s', '5s', '15s'] as const) {
    const columns = new HeatColumns(1500, interval)
    const before = Math.floor((last + spans[0]!.from / 1000) / 120) * 60
    columns.prepend(await pages.heat({ market, interval, before, seq: null, lead: 0 }))
    expect(columns.all.length, interval).toBeGreaterThan(30)
    for (const column of columns.all) expectFigures(column, interval, spans)
  }
})

test('what is live joins what was recorded, and nothing counts twice', async () => {
  const folder = join(await freshFolder(), 'log')
  const all = chaosLog(new FuzzRandom(6), 4000)
  const run = all.findLast(({ content, seq }) => seq < all.length - 800 && content.includes('"start":true'))!
  await writeAndSeal(folder, all.slice(0, all.indexOf(run)))
  const reader = await RecordingReader.open(folder)
  const heats = await recordedHeat(reader, {
    markets: [market],
    at: reader.to!,
    staleAfter: () => staleAfter
  })
  await reader.dispose()
  const hub = new RecordedHub({ staleAfter: () => staleAfter })
  const live = all.slice(all.indexOf(run))
  for (const [index, item] of live.entries()) {
    hub.advanceTo(item)
    hub.apply(item)
    // The past arrives while the market is live.
    if (index !== 300) continue
    const recorded = new HeatBook()
    recorded.load(structuredClone(heats.get(market)!))
    hub.heatOf(market).prepend(recorded)
  }
  const spans = spansOf(all)
  for (const interval of ['1m', '5m', '15m', '1h'] as const) {
    const columns = columnsOf(hub.heatOf(market), interval)
    expect(columns[0]!.start * 1000).toBeLessThan(run.milliseconds)
    for (const column of columns) expectFigures(column, interval, spans)
  }
  for (const interval of ['1s', '5s', '15s'] as const) {
    // What is known of them may begin within the first one.
    const columns = columnsOf(hub.heatOf(market), interval).slice(1)
    expect(columns.length, interval).toBeGreaterThan(100)
    for (const column of columns) expectFigures(column, interval, spans)
  }
})
