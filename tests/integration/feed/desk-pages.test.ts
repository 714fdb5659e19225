import { afterEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { HistoryClient } from '#engine/recording/history/client'
import { DeskRecordings } from '#engine/recording/history/desk-recordings'
import type { LoggedItem } from '#engine/recording/log/lines'
import { ChartCandles } from '#renderer/lib/markets/index'
import { formatDecimal } from '#shared/domain/base/decimal'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { candlesOf, unitsOf } from '../../unit/engine/recording/history/candle-oracle'
import { randomTrades } from '../../unit/engine/recording/history/trade-script'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { historyInProcess } from '../support/history-in-process'
import { writeLog } from '../support/written-log'
import { newLog, seatOf, segmentNames, service, shareLog, startGuardedNats, storeOf } from './recordings-desk'

const market = 'BTCUSD'
const { signal } = new AbortController()
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** What a collector recorded and shared, and a seat that fetches at most so much for a page. */
async function newDesk(most = Infinity) {
  const nats = await startGuardedNats()
  undo.push(() => nats.stop())
  const items = randomTrades(5, 1200)
  const log = await newLog()
  const random = new FuzzRandom(5)
  await writeLog(log, items, { random, segment: 70, restarts: 1e9, named: true, finish: true })
  const { connection, store } = await storeOf(nats.url, service)
  undo.push(() => connection.close())
  await shareLog(store, log)
  const fetching = await seatOf(nats.url, service)
  const client = new HistoryClient({
    clock: systemClock,
    spawn: historyInProcess,
    staleAfter: () => 10_000,
    warn: (sentence) => expect.unreachable(sentence)
  })
  undo.push(() => client.dispose(), fetching.dispose)
  const recordings = new DeskRecordings({
    folder: fetching,
    client,
    fetch: (wanted) => fetching.fetchWithin({ ...wanted, most: Math.min(most, wanted.most) }),
    failed: (problem) => expect.unreachable(String(problem))
  })
  const here = () => segmentNames(fetching.log)
  return { items, log, store, recordings, here, all: await segmentNames(log) }
}

type Desk = Awaited<ReturnType<typeof newDesk>>

/** As a chart that is moved back to the beginning. */
async function pagesBefore({ recordings, here }: Desk, interval: Interval, before: number) {
  const candles = new ChartCandles(2000, interval)
  const fetched: number[] = []
  for (let end = before, pages = 0; pages < 2000; pages += 1) {
    const wanted = { market, interval, before: end, seq: null, lead: 0 }
    const page = (await recordings.older('candles', service, wanted, signal))!
    fetched.push((await here()).length)
    candles.prepend(page, end)
    if (page.begins) return { candles, fetched }
    expect(page.from).toBeLessThan(end)
    end = page.from
  }
  throw new Error('The recording has no beginning')
}

const spell = (candles: ChartCandles) =>
  candles.all.map((candle) => [
    candle.start,
    candle.trades,
    ...(['open', 'high', 'low', 'close', 'volume'] as const).map((field) =>
      unitsOf(formatDecimal(candle.decimal(field)!))
    )
  ])

/** Straight from the lines of the collector's log. */
const expected = (items: readonly LoggedItem[], interval: Interval, before: number) =>
  [...candlesOf(items, intervalSeconds[interval])]
    .filter(([start]) => start < before)
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

test.each(['15s', '1m', '1h'] as const)(
  'a chart of a seat that is moved back has what the collector recorded, and fetches no more than it needs (%s)',
  async (interval) => {
    const desk = await newDesk(60_000)
    const seconds = intervalSeconds[interval]
    const before = (Math.floor(desk.items.at(-1)!.milliseconds / 1000 / seconds) + 1) * seconds
    const { candles, fetched } = await pagesBefore(desk, interval, before)
    expect(spell(candles)).toEqual(expected(desk.items, interval, before))
    expect(fetched[0]).toBeLessThan(desk.all.length / 2)
    expect(await desk.here()).toEqual(desk.all)
  }
)

test('time that a seat could not fetch is not covered, and no candle that is covered lacks a trade', async () => {
  const desk = await newDesk()
  const damaged = desk.all[Math.floor(desk.all.length / 2)]!
  async function* garbage() {
    yield await Promise.resolve(Buffer.from('garbage'))
  }
  await desk.store.write(`log/${damaged}`, garbage(), signal)
  const before = Math.floor(desk.items.at(-1)!.milliseconds / 60_000) * 60
  const { candles } = await pagesBefore(desk, '1m', before)
  expect(await desk.here()).toEqual(desk.all.filter((name) => name !== damaged))
  const shown = new Map(spell(candles).map((row) => [row[0], row]))
  let [right, uncovered] = [0, 0]
  for (const row of expected(desk.items, '1m', before)) {
    const from = Number(row[0]) * 1000
    if (!candles.watched(from, from + 60_000)) uncovered += 1
    else {
      expect(shown.get(row[0])).toEqual(row)
      right += 1
    }
  }
  expect([right > 20, uncovered > 0]).toEqual([true, true])
})
