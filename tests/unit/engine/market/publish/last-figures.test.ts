import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LastFiguresFile, sourceOf } from '#engine/market/publish/index'
import type { MarketView } from '#renderer/lib/markets/view'
import { Slots } from '#renderer/panels/chart/slots'
import { Desk, everything } from './desk'
import { expectSame, expectSameExact } from './truth'

const source = sourceOf({ id: 'one', streamAddress: 'wss://stream.example' })
const other = sourceOf({ id: 'two', streamAddress: 'wss://stream.example' })
const minute = 60_000
let folder: string
let file: string
let failures: unknown[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-last-'))
  file = path.join(folder, 'last-figures.json')
  failures = []
})
afterEach(async () => {
  expect(failures).toEqual([])
  await rm(folder, { recursive: true })
})

const fileOf = ({ clock, publisher }: Desk) =>
  new LastFiguresFile({ file, clock, publisher, onFailure: (problem) => failures.push(problem) })

/** A desk with live figures, long numbers among them. */
function liveDesk() {
  const desk = new Desk()
  desk.publisher.show(source)
  const page = desk.page()
  const view = page.open('A')
  desk.start('A')
  for (let turn = 1; turn < 8; turn += 1) {
    desk.book('A', false, [[`99.${turn}`, '0.1']], [['12345678901234567890.5', '1']])
    desk.trade('A', `100.${turn}`, '0.000000000000000000001')
    desk.clock.advance(1000)
  }
  page.settle()
  return { desk, page, view, market: desk.hub.market('A')!, last: fileOf(desk) }
}

async function writtenDesk() {
  const live = liveDesk()
  live.desk.publisher.dispose()
  await live.last.dispose()
  return { ...live, now: live.desk.clock.wall() }
}

/** After a restart, before any connection. */
async function restartedDesk(later: number, of = source) {
  const desk = new Desk()
  desk.publisher.use(null)
  desk.clock.advance(later)
  desk.publisher.show(of)
  const last = fileOf(desk)
  await last.read()
  return { desk, page: desk.page(), last }
}

const isBlank = ({ received, book, trades, candles, lastDay }: MarketView) =>
  !received && !book && !trades && !candles && !lastDay

it('shows the figures of the last run until the stream sends newer ones', async () => {
  const before = await writtenDesk()
  const age = before.desk.clock.monotonic() - before.market.bookAt!

  const { desk, page } = await restartedDesk(10 * minute)
  const view = page.open('A')
  page.settle()
  expect(view).toMatchObject({ state: 'idle', received: true, heat: { all: [] } })
  expectSameExact(view, before.market, before.now)
  expect(view.bookAge).toBe(age + desk.clock.wall() - before.now)
  expect(view.bookAsOf).toBe(before.now - age)
  // Nothing is known about the time since then.
  expect(view.candles!.spans.at(-1)).toBeLessThanOrEqual(before.now)

  desk.publisher.use(desk.hub)
  page.settle()
  expectSameExact(view, before.market, before.now)
  desk.hub.opened()
  desk.hub.subscribed({ type: 'market_data', market: 'A' })
  page.settle()
  expect(view).toMatchObject({ state: 'awaiting', received: true })
  expectSameExact(view, before.market, before.now)

  desk.start('A')
  page.settle()
  expectSame(view, desk.hub.market('A')!, desk.clock.wall())
  expect(view.bookAge).toBeLessThan(minute)
  desk.trade('A', '101')
  page.settle()
  expectSame(view, desk.hub.market('A')!, desk.clock.wall())
})

it('shows them to a panel of another size', async () => {
  await writtenDesk()
  const { page } = await restartedDesk(minute)
  const view = page.open('A', { ...everything, book: { levels: 3, grouping: null } })
  const grouped = page.open('A', { ...everything, book: { levels: 5, grouping: '10' } })
  page.settle()
  expect(Number(view.book!.priceText('bids', 0))).toBe(100)
  expect(isBlank(grouped)).toBe(true)
})

it('shows them to a chart that asks for the book only until it has candles', async () => {
  const live = liveDesk()
  const parts = { candles: everything.candles, statistics: true }
  live.page.open('A', parts)
  live.page.settle()
  live.desk.publisher.dispose()
  await live.last.dispose()
  const { page } = await restartedDesk(minute)
  const view = page.open('A', { ...parts, book: { levels: 1, grouping: null } })
  page.settle()
  const series = live.market.candles.series('1s')
  expect(view.candles!.all).toHaveLength(series.count)
  expect(view.candles!.all[0]!.start).toBe(series.startAt(0))
})

it('shows them after the connection ended, also to a new window', () => {
  const { desk, market } = liveDesk()
  const now = desk.clock.wall()
  desk.publisher.use(null)
  const page = desk.page('window-2')
  const view = page.open('A')
  page.settle()
  expectSameExact(view, market, now)
})

it('shows nothing of another service, from the moment it is chosen', async () => {
  await writtenDesk()
  const unseen = await restartedDesk(minute, other)
  const none = unseen.page.open('A')
  unseen.page.settle()
  expect(isBlank(none)).toBe(true)

  const { desk, page } = await restartedDesk(minute)
  const view = page.open('A')
  page.settle()
  expect(isBlank(view)).toBe(false)
  desk.publisher.show(other)
  page.settle()
  expect(isBlank(view)).toBe(true)

  const live = liveDesk()
  live.desk.publisher.use(null)
  live.page.settle()
  expect(isBlank(live.view)).toBe(false)
  live.desk.publisher.show(other)
  live.page.settle()
  expect(isBlank(live.view)).toBe(true)
})

it('keeps complete figures instead of newer ones with gaps', async () => {
  const before = await writtenDesk()
  const { desk, page, last } = await restartedDesk(minute)
  desk.publisher.use(desk.hub)
  page.open('A')
  // A book, but no trade yet.
  desk.start('A')
  page.settle()
  desk.publisher.dispose()
  await last.dispose()

  const again = await restartedDesk(2 * minute)
  const view = again.page.open('A')
  again.page.settle()
  expectSameExact(view, before.market, before.now)
})

it('keeps statistics alone when the connection ends before the window closes', async () => {
  const { desk, page, market, last } = liveDesk()
  page.open('A', { statistics: true })
  page.settle()
  const now = desk.clock.wall()
  desk.publisher.use(null)
  desk.publisher.dispose()
  await last.dispose()
  const again = await restartedDesk(minute)
  const view = again.page.open('A', { statistics: true })
  again.page.settle()
  expect(view.lastDay!.trades).toBe(market.statistics.lastDay(now, market.tape.lastPrice).traded!.trades)
})

it('counts the time that the computer slept', async () => {
  const { desk, last } = liveDesk()
  const asOf = desk.clock.wall() - (desk.clock.monotonic() - desk.hub.market('A')!.bookAt!)
  desk.publisher.keepLast()
  const awake = desk.clock.wall.bind(desk.clock)
  desk.clock.wall = () => awake() + 600 * minute
  desk.hub.lost()
  desk.publisher.use(null)
  desk.publisher.dispose()
  await last.dispose()
  const { page } = await restartedDesk(601 * minute)
  const view = page.open('A')
  page.settle()
  expect(view.bookAsOf).toBe(asOf)
})

it('is not believed if it is from the future', async () => {
  await writtenDesk()
  const content = JSON.parse(await readFile(file, 'utf8')) as { at: number }
  await writeFile(file, JSON.stringify({ ...content, at: content.at + 10 * minute }))
  const { page } = await restartedDesk(minute)
  const view = page.open('A')
  page.settle()
  expect(isBlank(view)).toBe(true)
})

it('is written every few minutes, and deleted on request', async () => {
  const { desk, last } = liveDesk()
  const content = () => readFile(file, 'utf8').catch(() => '')
  desk.clock.advance(5 * minute)
  await expect.poll(content).not.toBe('')
  await last.clear()
  expect(await content()).toBe('')
  desk.trade('A', '102')
  desk.clock.advance(5 * minute)
  await expect.poll(content).not.toBe('')
  await last.remove('two')
  expect(await content()).not.toBe('')

  // A connection that is not in use.
  const { last: later, page } = await restartedDesk(20 * minute, other)
  const view = page.open('A')
  page.settle()
  await later.remove('one')
  expect(await content()).toBe('')
  expect(isBlank(view)).toBe(true)
})

it('goes from the screen when it is deleted', async () => {
  await writtenDesk()
  const { page, last } = await restartedDesk(minute)
  const view = page.open('A')
  page.settle()
  expect(isBlank(view)).toBe(false)
  await last.remove('one')
  page.settle()
  expect(isBlank(view)).toBe(true)
})

it('lets no edited file break a window', async () => {
  await writtenDesk()
  const good = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const cells = new Float64Array(new Uint8Array(Buffer.from(String(good['numbers']), 'base64')).buffer)
  const numbers = (edited: Float64Array) => Buffer.from(edited.buffer).toString('base64')
  const value = fc.oneof(
    fc.double(),
    fc.integer({ min: -2, max: 50 }),
    fc.constantFrom(1e9, 1e12, 2 ** 60, Infinity)
  )
  const edits = fc.array(fc.record({ cell: fc.nat(cells.length - 1), value }), { maxLength: 3 })
  const exact = fc.array(fc.tuple(value, fc.constantFrom('1', '-0.5', '9'.repeat(90))), { maxLength: 3 })
  let drawn = 0
  await fc.assert(
    fc.asyncProperty(edits, exact, async (changes, added) => {
      const edited = cells.slice()
      for (const change of changes) edited[change.cell] = change.value
      const content = { ...good, numbers: numbers(edited), exact: [...(good['exact'] as []), ...added] }
      await writeFile(file, JSON.stringify(content))
      const { page } = await restartedDesk(minute)
      const view = page.open('A', everything)
      page.settle()
      if (view.received) drawn += 1
      draw(view)
    }),
    { numRuns: 300 }
  )
  expect(drawn).toBeGreaterThan(50)
  const damaged = ['', '{', '[]', { ...good, numbers: '' }, { ...good, keys: [] }, { ...good, at: 1e300 }]
  for (const content of damaged) {
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    const { page } = await restartedDesk(minute)
    const view = page.open('A')
    page.settle()
    expect(isBlank(view)).toBe(true)
  }
})

/** What panels read of it. */
function draw({ book, trades, candles, lastDay, session }: MarketView): void {
  for (const side of ['bids', 'asks'] as const)
    for (let row = 0; row < (book?.count(side) ?? 0); row += 1)
      for (const text of ['priceText', 'amountText', 'sumText'] as const) book![text](side, row)
  void book?.priceDigits
  for (const trade of trades?.rows ?? []) new Date(trade.seconds * 1000).toISOString()
  for (const candle of candles?.all ?? []) candle.notional()
  if (candles) new Slots().follow(candles, null)
  for (const statistics of [lastDay, session]) statistics?.text('change')
}
