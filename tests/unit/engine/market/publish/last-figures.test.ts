import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LastFiguresFile } from '#engine/market/publish/index'
import { Desk, everything } from './desk'
import { expectSame, expectSameExact } from './truth'

const source = 'one wss://stream.example'
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
  new LastFiguresFile(publisher.last, {
    file,
    clock,
    keep: () => publisher.keepLast(),
    onFailure: (problem) => failures.push(problem)
  })

/** A desk with live figures, long numbers among them. */
function liveDesk() {
  const desk = new Desk()
  desk.publisher.last.use(source)
  const view = desk.page().open('A')
  desk.start('A')
  for (let turn = 1; turn < 8; turn += 1) {
    desk.book('A', false, [[`99.${turn}`, '0.1']], [['12345678901234567890.5', '1']])
    desk.trade('A', `100.${turn}`, '0.000000000000000000001')
    desk.clock.advance(1000)
  }
  return { desk, view, market: desk.hub.market('A')!, file: fileOf(desk) }
}

/** After a restart, before any connection. */
async function restartedDesk(later: number, from = source) {
  const desk = new Desk()
  desk.publisher.use(null)
  desk.clock.advance(later)
  const last = fileOf(desk)
  await last.read(from)
  return { desk, page: desk.page(), last }
}

it('shows the figures of the last run until the stream sends newer ones', async () => {
  const before = liveDesk()
  const now = before.desk.clock.wall()
  const age = before.market.bookAt === null ? null : before.desk.clock.monotonic() - before.market.bookAt
  before.desk.publisher.dispose()
  await before.file.dispose()

  const { desk, page } = await restartedDesk(10 * minute)
  const view = page.open('A')
  page.settle()
  expect(view).toMatchObject({ state: 'idle', received: true, heat: null })
  expectSameExact(view, before.market, now)
  const passed = desk.clock.wall() - now
  expect(view.bookAge).toBe(age! + passed)
  // Nothing is known about the time since then.
  expect(view.candles!.spans.at(-1)).toBeLessThanOrEqual(now)

  desk.publisher.use(desk.hub, source)
  page.settle()
  expectSameExact(view, before.market, now)
  desk.hub.opened()
  desk.hub.subscribed({ type: 'market_data', market: 'A' })
  page.settle()
  expect(view).toMatchObject({ state: 'awaiting', received: true })
  expectSameExact(view, before.market, now)

  desk.start('A')
  page.settle()
  expectSame(view, desk.hub.market('A')!, desk.clock.wall())
  expect(view.bookAge).toBeLessThan(minute)
  desk.trade('A', '101')
  page.settle()
  expectSame(view, desk.hub.market('A')!, desk.clock.wall())
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

it('shows nothing of another service', async () => {
  const before = liveDesk()
  before.desk.publisher.dispose()
  await before.file.dispose()
  const other = await restartedDesk(minute, 'two wss://stream.example')
  const unseen = other.page.open('A')
  other.page.settle()
  expect(unseen).toMatchObject({ received: false, book: null, trades: null, candles: null })

  const { desk, page } = await restartedDesk(minute)
  const view = page.open('A')
  page.settle()
  expect(view.book!.count('bids')).toBeGreaterThan(0)
  desk.publisher.use(desk.hub, 'two wss://stream.example')
  page.settle()
  expect(view.received).toBe(false)
  expect(view.book?.count('bids') ?? 0).toBe(0)
})

it('is written now and then, and deleted on request', async () => {
  const { desk, file: last } = liveDesk()
  desk.clock.advance(5 * minute)
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('')
  await last.clear()
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  desk.publisher.dispose()
  await last.dispose()
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

it('draws nothing that an edited file could break', async () => {
  const before = liveDesk()
  before.desk.publisher.dispose()
  await before.file.dispose()
  const good = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const cells = new Float64Array(new Uint8Array(Buffer.from(String(good['numbers']), 'base64')).buffer)
  const edit = fc.record({
    cell: fc.nat(cells.length - 1),
    value: fc.oneof(fc.double(), fc.integer({ min: -2, max: 50 }), fc.constantFrom(1e9, 2 ** 60, Infinity))
  })
  let drawn = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      const edited = cells.slice()
      for (const { cell, value } of edits) edited[cell] = value
      const numbers = Buffer.from(edited.buffer).toString('base64')
      await writeFile(file, JSON.stringify({ ...good, numbers }))
      const { page } = await restartedDesk(minute)
      const view = page.open('A', everything)
      page.settle()
      if (view.received) drawn += 1
      for (const side of ['bids', 'asks'] as const)
        for (let row = 0; row < (view.book?.count(side) ?? 0); row += 1)
          for (const text of ['priceText', 'amountText', 'sumText'] as const) view.book![text](side, row)
      void view.book?.priceDigits
      for (const candle of view.candles?.all ?? []) candle.averagePriceText()
      for (const statistics of [view.lastDay, view.session]) statistics?.text('change')
    }),
    { numRuns: 300 }
  )
  expect(drawn).toBeGreaterThan(50)
  for (const content of [
    '',
    '{',
    '[]',
    JSON.stringify({ ...good, numbers: '' }),
    JSON.stringify({ ...good, keys: [] })
  ]) {
    await writeFile(file, content)
    const { page } = await restartedDesk(minute)
    const view = page.open('A')
    page.settle()
    expect(view.received).toBe(false)
  }
})
