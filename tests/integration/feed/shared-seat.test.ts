import { randomBytes } from 'node:crypto'
import { chmod, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createUser } from '@nats-io/nkeys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userToken } from '#engine/feed/desk/jwt'
import { seatPermissions } from '#engine/feed/desk/permissions'
import { bucketOf } from '#engine/feed/server/object-reader'
import { ObjectSource } from '#engine/feed/server/object-source'
import { serviceDigest, type ServiceNamed } from '#engine/connection/index'
import { logFolderOf } from '#engine/recording/location'
import { verifyLog } from '#engine/recording/log/verify'
import { writeText } from '#engine/recording/shared/store'
import { startSandbox } from '#sandbox/index'
import { recordDays } from '../../unit/engine/recording/catalog-log'
import { freshFolder } from '../support/folder'
import { recordedLines } from '../support/recorded-book'
import { loggedItems, spellHub, StraightPlay } from '../support/straight-play'
import { clientId, clientSecret, serviceOf, startCollector } from './collectors'
import type { NatsServer } from './nats-server'
import {
  account,
  credentials,
  newLog,
  seatOf,
  seconds,
  segmentNames,
  service,
  shareLog,
  startGuardedNats,
  storeOf
} from './recordings-desk'

const { signal } = new AbortController()
const undo: (() => unknown)[] = []
let nats: NatsServer

beforeEach(async () => {
  nats = await startGuardedNats()
  undo.push(() => nats.stop())
})
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

async function newSeat(of: ServiceNamed) {
  const seat = await seatOf(nats.url, of)
  undo.push(seat.dispose)
  return seat
}

/** What a collector recorded and shared. */
async function shareDays() {
  const log = await newLog()
  await recordDays(log, 7, 1)
  const { connection, store } = await storeOf(nats.url, service)
  undo.push(() => connection.close())
  await shareLog(store, log)
  return { store, log, segments: await segmentNames(log) }
}

test('a seat replays what it never saw live, as the collector does', async () => {
  const sandbox = await startSandbox({ clientId, clientSecret, rate: 200, addresses: 0 })
  undo.push(() => sandbox.close())
  const of = serviceOf(sandbox)
  const [folder, keys] = [await freshFolder(), await freshFolder()]
  const file = path.join(keys, 'collector.creds')
  await writeFile(file, credentials('collector', of))
  await chmod(file, 0o600)
  const begin = async () => {
    const feed = { servers: [nats.url], credentials: { file } }
    const started = await startCollector(sandbox, feed, {
      recording: { folder, shared: { objectStore: true, every: 3600 } }
    })
    undo.push(() => started.kill())
    return started
  }
  const first = await begin()
  await expect.poll(async () => (await recordedLines(folder).catch(() => [])).length).toBeGreaterThan(200)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  const log = logFolderOf(folder, of)
  const items = await loggedItems(log)
  const before = new Date(Date.now() - 60_000)
  for (const name of await readdir(log)) await utimes(path.join(log, name), before, before)
  // It begins another segment, so the first is finished.
  const second = await begin()
  await expect.poll(() => second.output.text).toContain('Shared ')
  await second.kill()

  const seat = await newSeat(of)
  const { days, sources, problem } = await seat.read()
  expect(problem).toBeNull()
  expect(sources).toEqual([`127.0.0.1:${nats.port}`])
  expect(days.map(({ bytes, shared }) => [bytes, shared!.segments])).toEqual([[0, 1]])
  expect(await seat.fetch()).toMatchObject({ ok: true, value: { fetched: 1, refused: [] } })
  expect((await verifyLog(seat.log)).damage).toEqual([])
  const spell = (played: typeof items) => {
    const play = new StraightPlay(played, 10_000)
    play.playThrough(Infinity)
    return spellHub(play.hub)
  }
  const theirs = await loggedItems(seat.log)
  expect(spell(theirs)).toEqual(spell(items))
  expect(theirs.filter(({ kind }) => kind === 'f').length).toBeGreaterThan(100)
}, 60_000)

test('what is missing, altered, too large or misnamed in the object store is refused, and the rest is fetched', async () => {
  const { store, segments } = await shareDays()
  expect(segments.length).toBeGreaterThan(4)
  const [missing, altered, large] = segments as [string, string, string]
  await store.remove(`log/${missing}`)
  const there: Uint8Array[] = []
  for await (const piece of store.read(`log/${altered}`, signal)) there.push(Buffer.from(piece))
  const bytes = Buffer.concat(there)
  bytes[bytes.length >> 1]! ^= 1
  async function* pieces(content: Uint8Array) {
    yield await Promise.resolve(content)
  }
  await store.write(`log/${altered}`, pieces(bytes), signal)
  await store.write(`log/${large}`, pieces(randomBytes(3_000_000)), signal)
  const sums = segments.map((name) => `${'0'.repeat(64)}  log/${name}\n`)
  const about = { version: 1, from: 1, to: 2, firstSeq: 1, lastSeq: 2, markets: [], bytes: [1] }
  for (const [name, line] of [
    ['2026-11-24T00-00-00.001Z', `${'0'.repeat(64)}  ../../../evil\n`],
    ['2026-11-24T00-00-00.002Z', `${'0'.repeat(64)}  log/../../evil\n`],
    ['../evil', sums[0]!]
  ] as const)
    await writeText(store, `sums/${name}.SHA256SUMS`, `# ${JSON.stringify(about)}\n${line}`, signal)

  const seat = await newSeat(service)
  const result = await seat.fetch()
  const refused = [
    expect.stringContaining(`${missing} is missing`),
    expect.stringContaining(`${altered}: not the file that was shared`),
    expect.stringContaining(`${large}: not the file that was shared`)
  ]
  expect(result).toMatchObject({ ok: true, value: { fetched: segments.length - 3, refused } })
  expect(await segmentNames(seat.log)).toEqual(segments.slice(3))
  expect((await verifyLog(seat.log)).damage).toEqual([])
  expect((await readdir(seat.folder)).sort()).toEqual(['log', 'used.json'])
})

test('a fetch that was cancelled, or whose server ended, leaves whole segments, and is continued', async () => {
  const { log, segments } = await shareDays()
  const seat = await newSeat(service)
  expect(await seat.fetch(1000)).toMatchObject({
    ok: false,
    error: { code: 'recording.shared-budget' }
  })
  const fetching = seat.fetch()
  await expect.poll(() => seat.replies.some(({ kind }) => kind === 'progress'), { interval: 1 }).toBe(true)
  seat.cancel()
  expect(await fetching).toEqual({ ok: true, value: null })
  expect(await readdir(seat.folder)).not.toContain('incoming')

  await nats.stop()
  const { problem } = await seat.read()
  expect(problem).toContain(nats.url)
  expect(await seat.fetch()).toMatchObject({ ok: false })
  await nats.restart()
  expect((await seat.read()).problem).toBeNull()
  expect(await seat.fetch()).toMatchObject({ ok: true, value: { refused: [] } })
  expect(await segmentNames(seat.log)).toEqual(segments)
  expect(await recordedLines(seat.log)).toEqual(await recordedLines(log))
  expect((await readdir(seat.log)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a desk that shares nothing has no recordings, and a key that may not read them is named', async () => {
  const seat = await newSeat(service)
  expect(await seat.read()).toEqual({ days: [], sources: [], problem: null })
  const other = { ...service, clientId: 'other' }
  const user = createUser()
  const key = user.getPublicKey()
  const permissions = seatPermissions(other, key)
  const jwt = userToken(account, { key, name: 'seat', issuedAt: seconds() - 60, permissions })
  const identity = { nkeySeed: Buffer.from(user.getSeed()).toString(), jwt }
  const source = new ObjectSource({
    service,
    access: { servers: [nats.url], digest: serviceDigest(service), identity }
  })
  undo.push(() => source.dispose())
  const store = await source.storeOf()
  await expect(store.names(['sums'], signal)).rejects.toMatchObject({
    problem: { code: 'recording.shared-permission', sentence: expect.stringContaining('new seat file') }
  })
  expect(bucketOf(service)).not.toBe(bucketOf(other))
})
