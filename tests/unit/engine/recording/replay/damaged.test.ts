import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { keyframesOf, removeDerived, tradesOf } from '#engine/recording/keyframes/files'
import { History } from '#engine/recording/keyframes/history'
import { findKeyframe, sealKeyframe } from '#engine/recording/keyframes/keyframe'
import { membersOf } from '#engine/recording/keyframes/members'
import type { LoggedItem } from '#engine/recording/log/lines'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { LogCursor } from '#engine/recording/replay/log-cursor'
import type { LogTime } from '#engine/recording/replay/log-time'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import type { LiveMarket } from '#engine/market/types'
import { canonical } from '#shared/domain/base/decimal'
import { freshFolder } from '../../../../integration/support/folder'
import { loggedItems, StraightPlay } from '../../../../integration/support/straight-play'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { feedItems, feedMarkets } from './feed-log'

const items = feedItems(9, 3300, 1500)
const options = { staleAfter: () => staleAfter, markets: () => feedMarkets }

const written = { random: new FuzzRandom(9), restarts: 1e9, segment: 2000 }

let whole: string
let logged: LoggedItem[]
let folder: string
let segments: string[]
let straight: StraightPlay
beforeAll(async () => {
  whole = await freshFolder()
  await writeLog(whole, items, written)
  logged = await loggedItems(whole)
})
beforeEach(async () => {
  folder = await freshFolder()
  await cp(whole, folder, { recursive: true })
  segments = await listSegments(folder)
  straight = new StraightPlay(logged, staleAfter)
})

async function seek(at: LogTime): Promise<RecordedHub> {
  const reader = await RecordingReader.open(folder)
  const { hub } = await reader.seek(at, options)
  await reader.dispose()
  return hub
}

/** Trailing zeros are padding. */
const executions = ({ tape }: LiveMarket) =>
  Array.from({ length: tape.count }, (_, index) => {
    const { arrival: _arrival, price, amount, ...rest } = tape.tradeAt(tape.arrivals - tape.count + index)!
    return { ...rest, price: canonical(price), amount: canonical(amount) }
  })

/** The markets are right, and know of all trades in the time that they claim to know. */
function expectTrue(hub: RecordedHub, truth: RecordedHub) {
  expect(hub.save().markets).toEqual(truth.save().markets)
  for (const market of truth.markets) {
    const { candles } = hub.market(market.name)!
    const known = candles.coverage.spans(truth.now)
    for (const { from, to } of known) expect(market.candles.coverage.covers(from, to, truth.now)).toBe(true)
    const isClaimed = ({ executedAt }: { executedAt: bigint }) =>
      known.some(({ from, to }) => Number(executedAt) / 1e6 >= from && Number(executedAt) / 1e6 < to)
    const shown = executions(hub.market(market.name)!)
    const right = executions(market)
    expect(shown).toEqual(right.slice(right.length - shown.length))
    expect(shown.filter(isClaimed)).toEqual(right.filter(isClaimed))
  }
}

test('the segments before are not needed', async () => {
  for (const file of segments.slice(0, 1)) await rm(file)
  const at = items.at(-1)!
  straight.playUntil(at)
  const hub = await seek(at)
  expectTrue(hub, straight.hub)
  expect(hub.markets.length).toBe(feedMarkets.length)
})

test('as many trades as are wanted are read, and no more are claimed', async () => {
  const last = segments.at(-1)!
  const keyframe = (await findKeyframe(last, await membersOf(keyframesOf(last)), Infinity))!
  straight.playThrough(keyframe.seq)
  const total = straight.hub.markets.reduce((sum, { tape }) => sum + tape.arrivals, 0)
  for (const max of [{ maxBytes: 10_000 }, { maxAge: 500 }]) {
    const past = await History.read(segments, keyframe, { maxAge: 1e9, maxBytes: 1e9, ...max })
    const hub = new RecordedHub(options)
    hub.restore(past.limited(keyframe.state), past.seriesOf)
    expectTrue(hub, straight.hub)
    const read = hub.markets.reduce((sum, { tape }) => sum + tape.arrivals, 0)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(total)
  }
})

test('damage in the files beside the segments costs time, and nothing else', async () => {
  const random = new FuzzRandom(3)
  const files = segments.flatMap((file) => [keyframesOf(file), tradesOf(file)])
  const at = items[4000]!
  straight.playUntil(at)
  const intact = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))))
  for (let round = 0; round < 12; round++) {
    for (const [index, file] of files.entries()) {
      const bytes = Buffer.from(intact[index]!)
      if (bytes.length === 0) continue
      for (let count = random.below(4); count > 0; count--)
        bytes[random.below(bytes.length)]! ^= 1 << random.below(8)
      await writeFile(file, bytes.subarray(0, random.chance(3) ? random.below(bytes.length) : bytes.length))
    }
    expectTrue(await seek(at), straight.hub)
  }
  expect((await verifyLog(folder)).damage).toEqual([])
})

test('keyframes of another log are not used', async () => {
  const other = await freshFolder()
  await writeLog(other, feedItems(10, 3000, 1500), { ...written, random: new FuzzRandom(9) })
  const others = await listSegments(other)
  for (const [index, file] of segments.entries()) {
    await rm(tradesOf(file), { force: true })
    await copyFile(keyframesOf(others[index] ?? others[0]!), keyframesOf(file))
  }
  straight.playUntil(items[2500]!)
  expectTrue(await seek(items[2500]!), straight.hub)
})

test('a forged keyframe of another moment, or another place, is not used', async () => {
  const last = segments.at(-1)!
  const keyframe = (await findKeyframe(last, await membersOf(keyframesOf(last)), Infinity))!
  const { state, offset } = keyframe
  const forged = [
    { ...keyframe, state: { ...state, now: state.now - 1e10 } },
    { ...keyframe, state: { ...state, epoch: 0, now: 0 } },
    { ...keyframe, state: { ...state, seq: state.seq + 1 } },
    { ...keyframe, offset: offset + 1 },
    { ...keyframe, offset: 1e12 },
    { ...keyframe, digest: Buffer.alloc(32, 1) }
  ]
  for (const one of forged) {
    await writeFile(keyframesOf(last), sealKeyframe(one))
    expect(await findKeyframe(last, await membersOf(keyframesOf(last)), Infinity)).toBeNull()
  }
  await writeFile(keyframesOf(last), sealKeyframe(keyframe))
  expect(await findKeyframe(last, await membersOf(keyframesOf(last)), Infinity)).toEqual(keyframe)
})

test('each segment but the first begins with a keyframe, and more follow', async () => {
  const counts = await Promise.all(segments.map(async (file) => (await membersOf(keyframesOf(file))).length))
  expect(segments.length).toBeGreaterThan(1)
  expect(counts.slice(1).every((count) => count > 0)).toBe(true)
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(segments.length + 2)
})

test('items of a damaged member are a gap, and books are unknown after it', async () => {
  for (const file of segments) await removeDerived(file)
  const file = segments[0]!
  const members = await membersOf(file)
  const { offset, facts } = members[members.length >> 1]!
  const bytes = await readFile(file)
  bytes[offset + (facts.length >> 1) + 40]! ^= 255
  await writeFile(file, bytes)
  const cursor = new LogCursor({ file, offset: 0, nextSeq: null })
  const read: LoggedItem[] = []
  for (let next = await cursor.next(); next.length > 0; next = await cursor.next()) read.push(...next)
  await cursor.close()
  const missing = items.filter(({ seq }) => seq >= facts.firstSeq && seq <= facts.lastSeq)
  expect(
    read.filter(({ kind }) => kind === 'g').map(({ seq, content }) => [seq, content.toString()])
  ).toEqual([[facts.lastSeq, JSON.stringify({ dropped: missing.length })]])
  const present = items.filter(({ seq }) => seq < facts.firstSeq || seq > facts.lastSeq)
  expect(read.filter(({ kind }) => kind !== 'g').map(({ seq }) => seq)).toEqual(present.map(({ seq }) => seq))
  const hub = await seek(items[facts.lastSeq + 10]!)
  expect(hub.markets.map(({ state }) => state)).toEqual(feedMarkets.map(() => 'rebuilding'))
})
