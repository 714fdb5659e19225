import { readFile, rm, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { heatOf } from '#engine/recording/keyframes/files'
import { listSegments } from '#engine/recording/log/segments'
import { nanosecondsOf } from '#engine/recording/replay/log-time'
import { recordedHeat } from '#engine/recording/replay/recorded-heat'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { intervals, intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { HeatBook, type HeatColumn } from '#shared/domain/market/heat/index'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems, StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { columnsOf } from '../../../shared/domain/market/heat/truth'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { heatItems, heatMarkets } from './heat-log'

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

const options = { staleAfter: () => staleAfter, markets: () => [] }
const stored: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d']
/** Columns of less than a minute are played again for ten. */
const played = 600

function shown(hub: RecordedHub, since = -Infinity, of: readonly Interval[] = intervals) {
  return hub.markets.map(({ name, heat }) => [
    name,
    ...of.map((interval) => {
      const from = stored.includes(interval) ? -Infinity : since + intervalSeconds[interval]
      return columnsOf(heat, interval)
        .filter(({ start }) => start >= from)
        .map((column) => `${interval} ${JSON.stringify({ ...column, sizes: [...column.sizes] })}`)
    })
  ])
}

test.each([1, 2])('after a seek it equals that of playing straight through (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  await writeLog(folder, heatItems(random, 2), { random, segment: 1500, restarts: 20 })
  const logged = await loggedItems(folder)
  const straight = new StraightPlay(logged, staleAfter)
  const reader = await RecordingReader.open(folder)
  const items = Array.from({ length: 6 }, () => random.pick(logged))
  for (const item of items.sort((one, other) => one.seq - other.seq)) {
    const at = { milliseconds: item.milliseconds + random.below(900), nanoseconds: random.below(1e6) }
    const position = await reader.seek(at, options)
    await reader.fillHeat(position, heatMarkets)
    straight.playUntil(at)
    straight.hub.advanceTo(at)
    const since = at.milliseconds / 1000 - played
    expect(shown(position.hub, since), `at ${nanosecondsOf(at)}`).toEqual(shown(straight.hub, since))
    expect(position.hub.save().heats).toEqual(straight.hub.save().heats)
    const other = await reader.seek(at, options)
    await reader.fillHeat(other, heatMarkets, { withSeconds: false })
    expect(shown(other.hub, since, stored)).toEqual(shown(straight.hub, since, stored))
  }
  await reader.dispose()
})

test('after a pause, columns of seconds are those of the minutes before it', async () => {
  const random = new FuzzRandom(8)
  const items = heatItems(random, 1)
  const last = items.at(-1)!
  const pause = 7_200_000
  const later = items.map((item) => ({
    ...item,
    seq: item.seq + last.seq,
    milliseconds: item.milliseconds + last.milliseconds - items[0]!.milliseconds + pause,
    content: atLater(item.content, last.milliseconds - items[0]!.milliseconds + pause)
  }))
  await writeLog(folder, [...items, ...later], { random, segment: 100 })
  const reader = await RecordingReader.open(folder)
  const at = { milliseconds: last.milliseconds + pause / 2, nanoseconds: 0 }
  const position = await reader.seek(at, options)
  await reader.fillHeat(position, heatMarkets)
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  straight.playUntil(at)
  straight.hub.advanceTo(at)
  const since = last.milliseconds / 1000 - played
  expect(shown(position.hub, since)).toEqual(shown(straight.hub, since))
  expect(columnsOf(position.hub.markets[0]!.heat, '5s').length).toBeGreaterThan(20)
  await reader.dispose()
})

test('zcat prints each finished column once, also after restarts of the recorder', async () => {
  const random = new FuzzRandom(5)
  const items = heatItems(random, 3)
  await writeLog(folder, items, { random, segment: 2000, restarts: 40, finish: true })
  const found = await linesOf(await listSegments(folder))
  const straight = new RecordedHub({ staleAfter: () => staleAfter })
  const right: string[] = []
  let seq = 0
  for (const item of items) {
    seq = item.seq
    straight.apply(item)
    for (const { name, heat } of straight.markets)
      heat.listener ??= {
        finished: (interval, column) => {
          const { start, seen, bin, first } = column.save()!
          if (filed.includes(interval)) right.push([seq, name, interval, start, seen, bin, first].join(' '))
        },
        cleared: () => expect.fail('No clock was set back')
      }
  }
  const heads = found.map(([seq, , market, ...rest]) => [seq, market, ...rest.slice(0, 5)].join(' '))
  expect(heads).toEqual(right)
  expect(heads.length).toBeGreaterThan(300)
  for (const [seq, received] of found) expect(received).toBe(`${nanosecondsOf(items[Number(seq) - 1]!)}`)
})

test('what is missing or damaged is left blank', async () => {
  const random = new FuzzRandom(6)
  await writeLog(folder, heatItems(random, 4), { random, segment: 1000 })
  const logged = await loggedItems(folder)
  const files = (await listSegments(folder)).map(heatOf)
  expect(files.length).toBeGreaterThan(5)
  await rm(files[1]!)
  const damaged = await readFile(files[3]!)
  await writeFile(files[3]!, damaged.fill(7, damaged.length >> 1, (damaged.length >> 1) + 40))
  await writeFile(files[4]!, 'nothing')
  const reader = await RecordingReader.open(folder)
  const position = await reader.seek(reader.to!, options)
  await reader.fillHeat(position, heatMarkets)
  const straight = new StraightPlay(logged, staleAfter)
  straight.playUntil(reader.to!)
  for (const [index, { heat }] of position.hub.markets.entries()) {
    const right = straight.hub.markets[index]!.heat
    for (const interval of stored) {
      const all = new Map(columnsOf(right, interval).map((column) => [column.start, column]))
      const columns = columnsOf(heat, interval)
      if (interval === '1m') expect(columns.length).toBeLessThan(all.size)
      for (const column of columns) {
        const whole = all.get(column.start)!
        expect(column.seen).toBeLessThanOrEqual(whole.seen)
        if (column.seen === whole.seen) expect(column).toEqual(whole)
      }
    }
    expect(columnsOf(heat, '1m').length).toBeGreaterThan(50)
  }
  await reader.dispose()
})

test('a live market continues from what was recorded before its run', async () => {
  const random = new FuzzRandom(9)
  const items = heatItems(random, 4)
  const starts = items.filter(({ content }) => content.includes('"start":true'))
  const run = starts.at(-1)!
  await writeLog(folder, items.slice(0, run.seq - 1), { random, segment: 1500 })
  const reader = await RecordingReader.open(folder)
  const at = reader.to!
  const heats = await recordedHeat(reader, { markets: heatMarkets, at, staleAfter: () => staleAfter })
  await reader.dispose()
  const own = new RecordedHub({ staleAfter: () => staleAfter })
  const straight = new RecordedHub({ staleAfter: () => staleAfter })
  const merged = run.seq + 150
  for (const item of items) {
    straight.apply(item)
    if (item.seq >= run.seq) own.apply(item)
    if (item.seq !== merged) continue
    for (const [market, stored] of heats) {
      const recorded = new HeatBook()
      recorded.load(structuredClone(stored))
      own.heatOf(market).prepend(recorded)
    }
  }
  expect(starts.length).toBeGreaterThan(1)
  for (const market of heatMarkets)
    for (const interval of stored) {
      const timesOf = (hub: RecordedHub) => columnsOf(hub.heatOf(market), interval).map(timeOf)
      expect(timesOf(own)).toEqual(timesOf(straight))
    }
})

/** The clock of a run of the app that begins later. */
function atLater(content: Buffer, by: number): Buffer {
  const text = content.toString()
  return Buffer.from(text.replace(/"epoch":(\d+)/, (_, epoch: string) => `"epoch":${Number(epoch) + by}`))
}

/** Of a new run, the first sample has no time before it. */
const timeOf = ({ start, bin, seen }: HeatColumn) => [start, bin, seen.toFixed(3)]

const filed: readonly Interval[] = ['1m', '5m', '1h']

async function linesOf(segments: readonly string[]): Promise<string[][]> {
  const texts = await Promise.all(
    segments.map(async (segment) => gunzipSync(await readFile(heatOf(segment))).toString('utf8'))
  )
  return texts
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}
