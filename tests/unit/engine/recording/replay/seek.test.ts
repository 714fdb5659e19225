import { readdir, rm } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { listSegments } from '#engine/recording/log/segments'
import { logTimeOf, nanosecondsOf, type LogTime } from '#engine/recording/replay/log-time'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems, spellHub, StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { feedItems, feedMarkets } from './feed-log'

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

const all = { staleAfter: () => staleAfter, markets: () => feedMarkets }
const none = { ...all, markets: () => [] }

function randomTimes(random: FuzzRandom, reader: RecordingReader, count: number): LogTime[] {
  const [from, to] = [nanosecondsOf(reader.from!), nanosecondsOf(reader.to!)]
  const times = Array.from(
    { length: count },
    () => from + ((to - from) * BigInt(random.below(1e6))) / 999_999n
  )
  return times.sort((one, other) => (one < other ? -1 : 1)).map(logTimeOf)
}

test.each([1, 2, 3])('a seek equals playing straight through, byte for byte (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  await writeLog(folder, feedItems(seed, 4500, 3000), { random, segment: 2000 })
  const reader = await RecordingReader.open(folder)
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  for (const at of randomTimes(random, reader, 8)) {
    straight.playUntil(at)
    straight.hub.advanceTo(at)
    const { hub } = await reader.seek(at, all)
    expect(spellHub(hub), `at ${nanosecondsOf(at)}`).toEqual(spellHub(straight.hub))
  }
  await reader.dispose()
})

test('a market that is drawn later has the same trades and candles, even if items are applied meanwhile', async () => {
  const random = new FuzzRandom(4)
  await writeLog(folder, feedItems(4, 4500), { random, segment: 2000 })
  const reader = await RecordingReader.open(folder)
  const [at] = randomTimes(random, reader, 1)
  const position = await reader.seek(at!, none)
  const filling = reader.fill(position, ['ETHUSD', 'SOLUSD'])
  for (const item of await position.next()) position.hub.apply(item)
  await filling
  await reader.fill(position, feedMarkets)
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  straight.playThrough(position.hub.seq)
  expect(spellHub(position.hub)).toEqual(spellHub(straight.hub))
  await reader.dispose()
})

test('what follows a seek is the rest of the log, also what is added later', async () => {
  const random = new FuzzRandom(5)
  const items = feedItems(5, 6000)
  await writeLog(folder, items.slice(0, 4000), { random, segment: 1000 })
  const reader = await RecordingReader.open(folder)
  const { hub, next } = await positionAt(reader, items[1500]!)
  expect(hub.seq).toBe(1501)
  const seen: number[] = []
  const readOn = async () => {
    for (let batch = await next(); batch.length > 0; batch = await next())
      seen.push(...batch.map(({ seq }) => seq))
  }
  await readOn()
  expect(seen).toEqual(items.slice(1501, 4000).map(({ seq }) => seq))
  await writeLog(folder, items.slice(4000), { random, segment: 1000 })
  await readOn()
  expect(seen).toEqual(items.slice(1501).map(({ seq }) => seq))
  await reader.refresh()
  expect(reader.to).toMatchObject({ milliseconds: items.at(-1)!.milliseconds })
  await reader.dispose()
})

async function positionAt(reader: RecordingReader, at: LogTime) {
  const position = await reader.seek(at, none)
  return { hub: position.hub, next: () => position.next() }
}

test('without files beside the segments, everything follows from the beginning', async () => {
  const random = new FuzzRandom(6)
  await writeLog(folder, feedItems(6, 4000), { random, keyframes: false, segment: 2000 })
  expect((await readdir(folder)).filter((name) => !name.endsWith('.tsv.gz'))).toEqual([])
  const reader = await RecordingReader.open(folder)
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  const { hub } = await reader.seek(reader.to!, all)
  straight.playUntil(reader.to!)
  expect(spellHub(hub)).toEqual(spellHub(straight.hub))
  await reader.dispose()
})

test('many segments without files beside them show the markets since a run of the app began', async () => {
  const random = new FuzzRandom(8)
  const items = feedItems(8, 1500, 6000)
  const second = items.findLastIndex(({ content }) => content.includes('"start":true'))
  await writeLog(folder, items, { random, keyframes: false, segment: 800 })
  const segments = await listSegments(folder)
  expect(segments.length).toBeGreaterThan(5)
  await rm(segments[0]!)
  const reader = await RecordingReader.open(folder)
  const straight = new StraightPlay(items, staleAfter)
  const chosen = Array.from({ length: 8 }, () => random.pick(items.slice(second)))
  for (const at of chosen.sort((one, other) => one.seq - other.seq)) {
    straight.playThrough(at.seq)
    const { hub } = await reader.seek(at, all)
    expect(hub.save().markets, `after ${at.seq}`).toEqual(straight.hub.save().markets)
  }
  await reader.dispose()
})

test('a seek into a long pause has let it pass, like straight play', async () => {
  const hours = 3_600_000 * 3
  const items = feedItems(7, 2000).map((item) => ({
    ...item,
    milliseconds: item.milliseconds + (item.seq > 1500 ? hours : 0)
  }))
  await writeLog(folder, items, { random: new FuzzRandom(7) })
  const reader = await RecordingReader.open(folder)
  const at = { milliseconds: items[1499]!.milliseconds + hours - 60_000, nanoseconds: 123 }
  const { hub } = await reader.seek(at, all)
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  straight.playUntil(at)
  straight.hub.advanceTo(at)
  expect(spellHub(hub)).toEqual(spellHub(straight.hub))
  expect(hub.markets.map(({ state }) => state)).toEqual(feedMarkets.map(() => 'stale'))
  await reader.dispose()
})
