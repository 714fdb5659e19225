import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { KeyframeFollower } from '#engine/recording/keyframes/follower'
import { keyframesOf, removeDerived, tradesOf } from '#engine/recording/keyframes/files'
import { membersOf } from '#engine/recording/keyframes/members'
import { readTrades } from '#engine/recording/keyframes/read-trades'
import { tradeFiles } from '#engine/recording/keyframes/trade-source'
import { LogWriter } from '#engine/recording/log/writer'
import { listSegments } from '#engine/recording/log/segments'
import { keepBudget } from '#engine/recording/retention'
import { nanosecondsOf } from '#engine/recording/replay/log-time'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { aggressorOf } from '#shared/domain/market/tape/index'
import { freshFolder } from '../../../../integration/support/folder'
import { checkKeyframes, countKeyframes } from '../../../../integration/support/right-keyframes'
import { loggedItems, StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { feedItems, feedMarkets } from './feed-log'
import { insideSpread } from './inside-spread'

const items = feedItems(31, 7000, 3000)

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

test('every keyframe is the state of straight play, also after restarts of the recorder', async () => {
  await writeLog(folder, items, { random: new FuzzRandom(31), restarts: 10 })
  const { keyframes, faults } = await checkKeyframes(folder, feedMarkets)
  expect(faults).toEqual([])
  expect(keyframes).toBeGreaterThan(8)
})

test('zcat prints each trade once: its item, times, numbers and side', async () => {
  await writeLog(folder, items, { random: new FuzzRandom(32), restarts: 10, finish: true })
  const texts = await Promise.all(
    (await listSegments(folder)).map(async (file) =>
      gunzipSync(await readFile(tradesOf(file))).toString('utf8')
    )
  )
  const lines = texts.join('').trimEnd().split('\n')
  const executions = items.filter(
    ({ content }) => content.includes('"execution_data"') && content.includes('payload')
  )
  expect(lines.length).toBe(executions.length)
  for (const [index, item] of executions.entries()) {
    const { payload } = JSON.parse(item.content.toString()) as { payload: Record<string, string> }
    const [seq, received, market, executed, price, amount, aggressor, basis, ahead] =
      lines[index]!.split('\t')
    expect([seq, received, market]).toEqual([`${item.seq}`, `${nanosecondsOf(item)}`, payload['market']])
    const written = payload['executed_at']!
    expect(executed!.slice(0, 16)).toBe(`${Date.parse(written)}${written.slice(23, 26)}`)
    expect(canonicalDecimal(price!)).toBe(canonicalDecimal(payload['price']!))
    expect(canonicalDecimal(amount!)).toBe(canonicalDecimal(payload['amount']!))
    expect(['buy', 'sell']).toContain(aggressor)
    expect(['book-ask', 'book-bid', 'tick']).toContain(basis)
    expect(ahead).toBe('0')
  }
})

test('a failure beside the log does not stop the recording', async () => {
  const writer = await LogWriter.open(folder, () => items[0]!.milliseconds)
  const follower = new KeyframeFollower(folder, staleAfter)
  for (const [index, { seq, milliseconds, kind, content }] of items.entries()) {
    writer.add(seq, { epoch: milliseconds, milliseconds: 0 }, kind, content)
    if (index % 500 !== 499) continue
    await writer.write(false)
    // A folder is in the way.
    if (index === 499) await mkdir(tradesOf((await listSegments(folder))[0]!))
    await follower.follow()
  }
  await follower.dispose()
  await writer.close()
  expect(writer.nextSeq).toBe(items.length - (items.length % 500) + 1)
  expect(await countKeyframes(folder)).toBe(0)
})

test('the limits count and remove what lies beside a segment with it', async () => {
  await writeLog(folder, items, { random: new FuzzRandom(33), segment: 1500 })
  const [first, ...kept] = await listSegments(folder)
  const sizeOf = async (names: readonly string[]) => {
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const ofFirst = path.basename(first!, '.tsv.gz') + '.'
  const names = await readdir(folder)
  const left = names.filter((name) => !name.startsWith(ofFirst))
  const bytes = await sizeOf(left)
  const roomy = { bytes: 1e12, days: 14, freeBytes: 0, sealedFirst: false }
  expect(await keepBudget(folder, { ...roomy, bytes: bytes + 1 }, items[0]!.milliseconds)).toMatchObject({
    bytes
  })
  expect((await readdir(folder)).filter((name) => name !== 'removed.tsv')).toEqual(left)
  expect(await listSegments(folder)).toEqual(kept)
})

test('keyframes continue after their files are deleted while recording', async () => {
  const follower = new KeyframeFollower(folder, staleAfter)
  const writer = await LogWriter.open(folder, () => items[0]!.milliseconds)
  for (const [index, { seq, milliseconds, nanoseconds, kind, content }] of items.entries()) {
    writer.add(seq, { epoch: milliseconds, milliseconds: (nanoseconds + 0.5) / 1e6 }, kind, content)
    if (index % 250 !== 249) continue
    await writer.write(false)
    await follower.follow()
    if (index === 4999) await removeDerived((await listSegments(folder))[0]!)
  }
  await follower.dispose()
  await writer.close()
  const { keyframes, faults } = await checkKeyframes(folder, [])
  expect(keyframes).toBeGreaterThan(2)
  expect(faults).toEqual([])
})

test('keyframes wait for the next run of the app if the subscriptions are unknown', async () => {
  const runs = feedItems(34, 6000, 6000)
  const second = runs.findLastIndex(({ content }) => content.includes('"start":true'))
  await writeLog(folder, runs.slice(0, second), {
    random: new FuzzRandom(41),
    keyframes: false,
    segment: 1500
  })
  const before = await listSegments(folder)
  expect(before.length).toBeGreaterThan(2)
  // Enough for a keyframe.
  expect((await stat(before.at(-1)!)).size).toBeGreaterThan(60_000)
  const [beginning] = before
  await rm(beginning!)
  await writeLog(folder, runs.slice(second), { random: new FuzzRandom(35), segment: 1e9 })
  const files = (await listSegments(folder)).map(keyframesOf)
  const members = (await Promise.all(files.map(membersOf))).flat()
  expect(members.length).toBeGreaterThan(2)
  expect(members.every(({ facts }) => facts.lastSeq > second)).toBe(true)
  const reader = await RecordingReader.open(folder)
  const { hub } = await reader.seek(reader.to!, { staleAfter: () => staleAfter, markets: () => feedMarkets })
  const straight = new StraightPlay(await loggedItems(folder), staleAfter)
  straight.playThrough(Infinity)
  expect(hub.save().markets).toEqual(straight.hub.save().markets)
  // The first run has trades that were not read.
  for (const { candles } of hub.markets) expect(candles.coverage.past).toEqual([])
  await reader.dispose()
})

test('after many segments without keyframes, all of them are written', async () => {
  const random = new FuzzRandom(42)
  await writeLog(folder, items.slice(0, 8000), { random, keyframes: false, segment: 1000 })
  const before = await listSegments(folder)
  expect(before.length).toBeGreaterThan(4)
  await writeLog(folder, items.slice(8000), { random, segment: 1000 })
  const { keyframes, faults } = await checkKeyframes(folder, feedMarkets)
  expect(faults).toEqual([])
  expect(keyframes).toBeGreaterThan(before.length)
})

test('sides that follow from the last trade are right after restarts', async () => {
  const random = new FuzzRandom(37)
  const prices = Array.from({ length: 4000 }, () => (100 + random.below(99) / 100).toFixed(2))
  const inside = insideSpread(prices)
  await writeLog(folder, inside, { random, restarts: 3, segment: 1500, finish: true })
  const written = await Promise.all(
    (await listSegments(folder)).map(async (file) =>
      readTrades(tradeFiles, file, { parts: await tradeFiles.partsOf(file), market: 'A' })
    )
  )
  const straight = new StraightPlay(inside, staleAfter)
  straight.playThrough(Infinity)
  const { tape } = straight.hub.market('A')!
  const right = prices.map((_, arrival) => tape.tradeAt(arrival)!)
  expect(new Set(right.slice(1).map(({ basis }) => basis))).toEqual(new Set(['tick']))
  expect(written.flat().map(({ inference }) => aggressorOf(inference))).toEqual(
    right.map(({ aggressor }) => aggressor)
  )
})

test('trades are written within seconds, without waiting for a keyframe', async () => {
  const trades = insideSpread(
    Array.from({ length: 20 }, () => '100'),
    1000
  )
  const writer = await LogWriter.open(folder, () => trades[0]!.milliseconds)
  const follower = new KeyframeFollower(folder, staleAfter)
  for (const { seq, milliseconds, kind, content } of trades) {
    writer.add(seq, { epoch: milliseconds, milliseconds: 0 }, kind, content)
    await writer.write(false)
    await follower.follow()
  }
  await follower.dispose()
  await writer.close()
  const [segment] = (await listSegments(folder)) as [string]
  const written = await readTrades(tradeFiles, segment, {
    parts: await tradeFiles.partsOf(segment),
    market: 'A'
  })
  expect(await countKeyframes(folder)).toBe(0)
  expect(written.length).toBeGreaterThan(15)
})
