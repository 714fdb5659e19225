import { expect, test } from 'vitest'
import { restoreMarkets } from '#engine/feed/seat/apply'
import { joinPast } from '#engine/feed/seat/join-past'
import { Marks } from '#engine/feed/seat/marks'
import { OwnCandles } from '#engine/feed/seat/own-candles'
import { columnsOf } from '#engine/recording/history/trade-columns'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import type { LoggedItem } from '#engine/recording/log/lines'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { CandleBook, intervals, intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'
import { StraightPlay } from '../../../integration/support/straight-play'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { candlesOf, unitsOf } from '../recording/history/candle-oracle'
import { randomTrades } from '../recording/history/trade-script'

const market = 'BTCUSD'
const staleAfter = 10_000

/** What the desk recorded of the items before one. */
function pastBefore(items: readonly LoggedItem[], end: number) {
  const { hub } = playedUntil(items, end)
  const { candles, tape } = hub.market(market)!
  const to = hub.serviceNow ?? hub.now
  const { steps } = candles.coverage.save()
  return { candles: candles.toStored(to), steps, trades: columnsOf(tape), to, firstSeq: 1 }
}

function playedUntil(items: readonly LoggedItem[], end: number): StraightPlay {
  const play = new StraightPlay(items.slice(0, end), staleAfter)
  play.playThrough(Infinity)
  return play
}

/** Follows from one item on, and has marks before others; its tape has room for some trades. */
function seatFrom(items: readonly LoggedItem[], begin: number, marked: readonly number[], room?: number) {
  const leader = playedUntil(items, begin).hub
  const hub = new RecordedHub({ staleAfter: () => staleAfter })
  const at = leader.clock.monotonic()
  const clock = leader.now - at
  const head = { kind: 'keyframe', epoch: 1, begins: 0, previous: 0, index: 0, count: 1 } as const
  const keyframe = { ...head, position: begin, clock, at, staleAfter, body: new Uint8Array() }
  restoreMarkets(hub, keyframe, leader.save().markets)
  if (room !== undefined) hub.useSeries(market, { tape: new Tape(room), candles: new CandleBook() })
  const marks = new Marks()
  const own = new OwnCandles()
  for (const [number, item] of items.entries()) {
    if (number < begin) continue
    if (marked.includes(number)) {
      const trades = new Map([[market, hub.market(market)!.tape.arrivals]])
      const { now, serviceNow } = hub
      const isEarly = serviceNow === null
      marks.add({ next: item.seq, at: now, serviceAt: serviceNow ?? now, isEarly, trades, run: 1 })
      own.keep(hub.market(market)!.tape, marks.numbersOf(market))
    }
    hub.apply(item)
  }
  return { hub, own, mark: (lastSeq: number) => marks.of(market, lastSeq)! }
}

const units = (value: Decimal) => unitsOf(formatDecimal(value))

function spell(book: CandleBook, interval: Interval) {
  const series = book.series(interval)
  return Array.from({ length: series.count }, (_, index) => {
    const { start, trades, open, high, low, close, volume } = series.at(index)
    return [start, trades, ...[open, high, low, close, volume].map(units)]
  })
}

/** Straight from the lines of the log. */
const expected = (items: readonly LoggedItem[], interval: Interval) =>
  [...candlesOf(items, intervalSeconds[interval])]
    .sort(([one], [other]) => one - other)
    .map(([start, { trades, open, high, low, close, volume }]) => [
      start,
      trades,
      open[1],
      high,
      low,
      close[1],
      volume
    ])

test.each([1, 2, 3, 4, 5])(
  'each trade counts once, wherever the seat began and the mark is (seed %i)',
  async (seed) => {
    const items = randomTrades(seed, 400)
    const random = new FuzzRandom(seed)
    const begin = random.between(200, 350)
    const marked = begin + random.below(100)
    const { hub, own, mark } = seatFrom(items, begin, [marked])
    const past = pastBefore(items, marked)
    await joinPast(hub, market, { pasts: [past], mark: mark(marked), isWhole: true, own })
    const { candles, tape } = hub.market(market)!
    for (const interval of intervals) expect(spell(candles, interval)).toEqual(expected(items, interval))
    const whole = playedUntil(items, items.length).hub.market(market)!
    expect(tape.count).toBe(whole.tape.count)
    const now = hub.serviceNow!
    const spans = (book: CandleBook) =>
      book.coverage.spans(now).map(({ from, to }) => [from, to].map(Math.round))
    expect(spans(candles)).toEqual(spans(whole.candles))
  }
)

test.each([1, 2, 3, 4])(
  'a market with more trades since the mark than its tape has room for is joined (seed %i)',
  async (seed) => {
    const items = randomTrades(seed, 900)
    const random = new FuzzRandom(seed)
    const begin = random.between(200, 300)
    const marked = [begin]
    while (marked.at(-1)! < items.length - 40) marked.push(marked.at(-1)! + random.between(5, 40))
    const room = 60
    const { hub, own, mark } = seatFrom(items, begin, marked, room)
    const shared = marked[random.below(5)]!
    const first = mark(shared)
    const { tape } = hub.market(market)!
    const isDropped = tape.arrivals - tape.count > first.trades.get(market)!
    expect(isDropped).toBe(true)
    const joined = await joinPast(hub, market, {
      pasts: [
        pastBefore(
          items,
          items.findIndex(({ seq }) => seq === first.next)
        )
      ],
      mark: first,
      isWhole: true,
      own
    })
    expect(joined).toBe(true)
    const { candles, tape: joinedTape } = hub.market(market)!
    for (const interval of intervals) expect(spell(candles, interval)).toEqual(expected(items, interval))
    const whole = playedUntil(items, items.length).hub.market(market)!
    const prices = ({ rows }: ReturnType<typeof columnsOf>) => [...rows.prices.slice(0, rows.count)]
    expect(prices(columnsOf(joinedTape))).toEqual(
      prices(columnsOf(whole.tape, whole.tape.arrivals - room)).slice(0, room)
    )
    expect(joinedTape.arrivals).toBe(tape.arrivals)
  }
)

test('a market whose dropped trades were not kept stays as it is', async () => {
  const items = randomTrades(3, 900)
  const { hub, mark } = seatFrom(items, 200, [200], 60)
  const shown = spell(hub.market(market)!.candles, '1m')
  const [first, own] = [mark(200), new OwnCandles()]
  await joinPast(hub, market, { pasts: [pastBefore(items, 200)], mark: first, isWhole: true, own })
  expect(spell(hub.market(market)!.candles, '1m')).toEqual(shown)
})

test.each([1, 2, 3, 4, 5])('what is not shared yet is not covered (seed %i)', async (seed) => {
  const items = randomTrades(seed, 400)
  const random = new FuzzRandom(seed)
  const begin = random.between(250, 350)
  const end = begin - random.between(30, 100)
  const { hub, own, mark } = seatFrom(items, begin, [begin])
  const past = pastBefore(items, end)
  await joinPast(hub, market, { pasts: [past], mark: mark(end), isWhole: false, own })
  const { candles } = hub.market(market)!
  const known = [...items.slice(0, end), ...items.slice(begin)]
  for (const interval of intervals) expect(spell(candles, interval)).toEqual(expected(known, interval))
  const [from, to] = [items[end - 1]!.milliseconds, items[begin]!.milliseconds]
  expect(candles.coverage.unseen(from, to, to)).toEqual([{ from, to }])
})

test('a seat that saw more than the desk recorded keeps it', async () => {
  const items = randomTrades(1, 400)
  const { hub, own, mark } = seatFrom(items, 10, [300])
  const before = hub.market(market)!
  const shown = spell(before.candles, '1s')
  const { candles, ...past } = pastBefore(items, 300)
  const late = candles.spans.at(-1)!
  const pasts = [{ ...past, candles: { series: [], spans: [[late[1] - 10, late[1]] as const] } }] as const
  await joinPast(hub, market, { pasts, mark: mark(300), isWhole: true, own })
  expect(spell(hub.market(market)!.candles, '1s')).toEqual(shown)
})
