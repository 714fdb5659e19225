import { readFile, rm, writeFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { OlderPages } from '#engine/recording/history/older-pages'
import { candlesOf as candlesFileOf, keyframesOf, tradesOf } from '#engine/recording/keyframes/files'
import { membersOf } from '#engine/recording/keyframes/members'
import { listSegments } from '#engine/recording/log/segments'
import { logTimeOf } from '#engine/recording/replay/log-time'
import type { LoggedItem } from '#engine/recording/log/lines'
import { ChartCandles } from '#renderer/lib/markets/index'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { intervals, intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { freshFolder } from '../../../../integration/support/folder'
import { StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { candlesOf, unitsOf } from './candle-oracle'
import { randomTrades } from './trade-script'

const market = 'BTCUSD'
const count = 1200

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

/** Pages until the recording begins. */
async function pagesBefore(interval: Interval, before: number, seq: number | null = null) {
  const pages = new OlderPages(folder)
  const candles = new ChartCandles(2000, interval)
  let end = before
  for (let page = 0; page < 1000; page++) {
    const older = await pages.candles({ market, interval, before: end, seq, lead: 0 })
    expect(older.from).toBeLessThanOrEqual(end)
    candles.prepend(older, end)
    if (older.begins) return candles
    end = older.from
  }
  throw new Error('The recording has no beginning')
}

const units = (value: Decimal | null) => unitsOf(formatDecimal(value!))

function spell(candles: ChartCandles): unknown[] {
  return candles.all.map((candle) => {
    const notional = candle.notional()!
    return [
      candle.start,
      candle.trades,
      ...(['open', 'high', 'low', 'close', 'volume'] as const).map((field) => units(candle.decimal(field))),
      notional.units * 10n ** BigInt(120 - notional.scale)
    ]
  })
}

/** Straight from the lines of the log. */
const expected = (items: readonly LoggedItem[], interval: Interval, before: number): unknown[] =>
  [...candlesOf(items, intervalSeconds[interval])]
    .filter(([start]) => start < before)
    .sort(([one], [other]) => one - other)
    .map(([start, { trades, open, high, low, close, volume, notional }]) => [
      start,
      trades,
      open[1],
      high,
      low,
      close[1],
      volume,
      notional
    ])

const alignedTime = (milliseconds: number, interval: Interval) =>
  Math.floor(milliseconds / 1000 / intervalSeconds[interval]) * intervalSeconds[interval]

test.each([1, 2, 3])(
  'pages from any time on are what was traded, at every interval (seed %i)',
  async (seed) => {
    const items = randomTrades(seed, count)
    const random = new FuzzRandom(seed)
    await writeLog(folder, items, { random, segment: 70, restarts: 1e9, finish: true })
    const [first, last] = [items[0]!.milliseconds, items.at(-1)!.milliseconds]
    const straight = new StraightPlay(items, staleAfter)
    straight.playThrough(items.length)
    const { coverage } = straight.hub.seriesOf(market).candles
    for (const interval of intervals) {
      const before = alignedTime(random.between(first, last), interval)
      const candles = await pagesBefore(interval, before)
      expect(spell(candles)).toEqual(expected(items, interval, before))
      expect([...candles.spans]).toEqual(
        coverage
          .spans(last)
          .filter((span) => span.from < before * 1000)
          .flatMap((span) => [span.from, Math.min(span.to, before * 1000)])
      )
    }
  }
)

test('a page of a replay has nothing of its future, and none of a live chart misses trades', async () => {
  const items = randomTrades(4, count)
  await writeLog(folder, items, { random: new FuzzRandom(4), segment: 70, restarts: 1e9, finish: true })
  const random = new FuzzRandom(5)
  for (const interval of intervals) {
    const seq = random.between(count >> 1, items.length)
    const before = alignedTime(items[seq - 1]!.milliseconds, interval) + intervalSeconds[interval]
    const candles = await pagesBefore(interval, before, seq)
    expect(spell(candles)).toEqual(expected(items.slice(0, seq), interval, before))
  }
})

test('what was deleted is marked as not recorded, and damaged trades are read from the log', async () => {
  const items = randomTrades(6, count)
  await writeLog(folder, items, { random: new FuzzRandom(6), segment: 70, restarts: 1e9, finish: true })
  const segments = await listSegments(folder)
  const [removed, damaged] = [segments[2]!, segments[5]!]
  const members = await membersOf(tradesOf(removed))
  const [first, last] = [members[0]!.facts, members.at(-1)!.facts]
  for (const file of [removed, candlesFileOf(removed), tradesOf(removed), keyframesOf(removed)])
    await rm(file)
  const bytes = await readFile(tradesOf(damaged))
  bytes[bytes.length - 12]! ^= 1
  await writeFile(tradesOf(damaged), bytes)
  await rm(candlesFileOf(damaged))
  for (const interval of ['1s', '1m'] as const) {
    const before = alignedTime(items.at(-1)!.milliseconds, interval)
    const candles = await pagesBefore(interval, before)
    const isKnown = ({ seq }: LoggedItem) => seq < first.firstSeq || seq > last.lastSeq
    expect(spell(candles)).toEqual(expected(items.filter(isKnown), interval, before))
    const [from, to] = [first.from, last.to].map((at) => logTimeOf(at).milliseconds)
    for (let at = 0; at < candles.spans.length; at += 2)
      expect(candles.spans[at]! >= to! - 1 || candles.spans[at + 1]! <= from! + 1).toBe(true)
  }
})
