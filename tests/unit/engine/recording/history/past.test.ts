import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { candlesOf as candlesFileOf, tradesOf } from '#engine/recording/keyframes/files'
import type { LoggedItem } from '#engine/recording/log/lines'
import { membersOf } from '#engine/recording/keyframes/members'
import { listSegments } from '#engine/recording/log/segments'
import { logTimeOf } from '#engine/recording/replay/log-time'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import type { MarketSeries } from '#engine/market/series'
import { canonical, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { intervals, intervalLimits, intervalSeconds } from '#shared/domain/market/candles/index'
import { freshFolder } from '../../../../integration/support/folder'
import { StraightPlay, spellCandle } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { candlesOf, unitsOf } from './candle-oracle'
import { randomTrades } from './trade-script'

const market = 'BTCUSD'
const count = 1200
const fromMinutes = ['1m', '5m', '15m', '1h', '4h', '1d'] as const

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

async function pastAt(seq: number): Promise<MarketSeries> {
  const reader = await RecordingReader.open(folder)
  try {
    for await (const { series } of reader.pasts([{ market, seq }], { staleAfter: () => staleAfter }))
      return series
    throw new Error('No past was read')
  } finally {
    await reader.dispose()
  }
}

function spell({ candles }: MarketSeries): string[] {
  return fromMinutes.flatMap((interval) => {
    const series = candles.series(interval)
    return Array.from({ length: series.count }, (_, index) => `${interval} ${spellCandle(series.at(index))}`)
  })
}

const units = (value: Decimal) => unitsOf(formatDecimal(canonical(value)))

function checkCandles({ candles }: MarketSeries, items: readonly LoggedItem[]): void {
  for (const interval of fromMinutes) {
    const all = [...candlesOf(items, intervalSeconds[interval])].sort(([one], [other]) => one - other)
    const series = candles.series(interval)
    const kept = all.slice(-intervalLimits[interval])
    expect(series.count).toBe(kept.length)
    for (const [index, [start, sum]] of kept.entries()) {
      const candle = series.at(index)
      expect([candle.start, candle.trades]).toEqual([start, sum.trades])
      expect([candle.open, candle.close, candle.high, candle.low, candle.volume].map(units)).toEqual([
        sum.open[1],
        sum.close[1],
        sum.high,
        sum.low,
        sum.volume
      ])
      const notional = candle.notional
      expect(BigInt(notional.units) * 10n ** BigInt(120 - notional.scale)).toBe(sum.notional)
    }
  }
}

test.each([1, 2])('the past at any item is what was traded until then (seed %i)', async (seed) => {
  const items = randomTrades(seed, count)
  const random = new FuzzRandom(seed)
  await writeLog(folder, items, { random, segment: 70, restarts: 1e9 })
  const files = (await readdir(folder)).filter((name) => name.endsWith('.candles.gz'))
  expect(files.length).toBeGreaterThan(5)
  for (let check = 0; check < 3; check++) {
    const seq = check === 0 ? items.length : random.between(items.length >> 1, items.length)
    const straight = new StraightPlay(items, staleAfter)
    straight.playThrough(seq)
    const past = await pastAt(seq)
    const { tape } = straight.hub.seriesOf(market)
    expect(spell(past)).toEqual(spell(straight.hub.seriesOf(market)))
    checkCandles(past, items.slice(0, seq))
    const trades = (of: MarketSeries['tape']) =>
      Array.from({ length: past.tape.arrivals }, (_, back) => {
        const { arrival: _number, price, amount, ...trade } = of.tradeAt(of.arrivals - 1 - back)!
        return { ...trade, price: canonical(price), amount: canonical(amount) }
      })
    expect(trades(past.tape)).toEqual(trades(tape))
    expect(past.candles.coverage.save()).toEqual(straight.hub.seriesOf(market).candles.coverage.save())
  }
})

test('a file of candles that is missing, damaged or of other items is replaced by the trades', async () => {
  const items = randomTrades(7, count)
  await writeLog(folder, items, { random: new FuzzRandom(7), segment: 70 })
  const right = spell(await pastAt(items.length))
  const files = (await listSegments(folder)).map(candlesFileOf)
  const bytes = await readFile(files[3]!)
  await rm(files[1]!)
  await writeFile(files[2]!, 'not gzip')
  await writeFile(files[3]!, bytes.subarray(0, bytes.length - 9))
  expect(spell(await pastAt(items.length))).toEqual(right)
  await writeFile(files[0]!, await readFile(files[4]!))
  expect(spell(await pastAt(items.length))).toEqual(right)
})

test('zcat prints the candles, and a recorder writes those that are missing', async () => {
  const items = randomTrades(8, count)
  await writeLog(folder, items, { random: new FuzzRandom(8), segment: 70, finish: true })
  const closed = (await listSegments(folder)).slice(0, -1)
  const texts = () =>
    Promise.all(closed.map(async (file) => gunzipSync(await readFile(candlesFileOf(file))).toString()))
  const written = await texts()
  for (const line of written.join('').trimEnd().split('\n')) expect(line.split('\t').length).toBe(15)
  for (const file of closed) await rm(candlesFileOf(file))
  const next = { ...items.at(-1)!, kind: 'e' as const, content: Buffer.from('{"event":"lost"}') }
  const more = Array.from({ length: 3000 }, (_, index) => ({ ...next, seq: items.length + 1 + index }))
  await writeLog(folder, more, { random: new FuzzRandom(9), segment: 1e9, restarts: 1e9 })
  expect(await texts()).toEqual(written)
})

test('without trades too, candles follow from the log', async () => {
  const items = randomTrades(9, count)
  await writeLog(folder, items, { random: new FuzzRandom(9), segment: 70 })
  const right = await pastAt(items.length)
  for (const file of (await listSegments(folder)).slice(2, 5))
    for (const derived of [candlesFileOf(file), tradesOf(file)]) await rm(derived)
  const past = await pastAt(items.length)
  expect(spell(past)).toEqual(spell(right))
  expect(past.candles.coverage.save()).toEqual(right.candles.coverage.save())
})

test.each(['no candles', 'candles of another segment'])(
  'of a segment that was cut off, with %s, nothing earlier is believed',
  async (how) => {
    const items = randomTrades(10, count)
    await writeLog(folder, items, { random: new FuzzRandom(10), segment: 70 })
    const segments = await listSegments(folder)
    const members = await Promise.all(segments.slice(0, 6).map((file) => membersOf(file)))
    const number = members.findLastIndex(({ length }) => length > 1)
    const [lost, next] = [segments[number]!, segments[number + 1]!]
    await rm(tradesOf(lost))
    await truncate(lost, members[number]!.at(-1)!.offset)
    if (how === 'no candles') await rm(candlesFileOf(lost))
    else await writeFile(candlesFileOf(lost), await readFile(candlesFileOf(next)))
    const { candles } = await pastAt(items.length)
    const [member] = await membersOf(next)
    const known = candlesOf(items.slice(member!.facts.firstSeq - 1), intervalSeconds['1d'])
    const days = Array.from({ length: candles.series('1d').count }, (_, index) =>
      candles.series('1d').at(index)
    )
    expect(days.map(({ start, trades }) => [start, trades])).toEqual(
      [...known].map(([start, { trades }]) => [start, trades]).sort(([one], [other]) => one! - other!)
    )
    expect(candles.coverage.past[0]!.from).toBeGreaterThanOrEqual(logTimeOf(member!.facts.from).milliseconds)
    for (const interval of intervals) expect(candles.series(interval).count).toBeGreaterThan(0)
  }
)
