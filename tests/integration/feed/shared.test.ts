import { randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createUser } from '@nats-io/nkeys'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectFeed } from '#engine/feed/server/connect'
import { bucketOf, ObjectReader, readingSubjects } from '#engine/feed/server/object-reader'
import { ObjectSharedStore } from '#engine/feed/server/object-store'
import { keyframesOf } from '#engine/recording/keyframes/files'
import { findKeyframe } from '#engine/recording/keyframes/keyframe'
import { membersOf } from '#engine/recording/keyframes/members'
import { listSegments } from '#engine/recording/log/segments'
import { logFolderOf } from '#engine/recording/location'
import { verifyLog } from '#engine/recording/log/verify'
import { fetchShared, segmentSets } from '#engine/recording/shared/fetch'
import { setOfSegment } from '#engine/recording/shared/set'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { writeText, type SharedReader, type SharedStore } from '#engine/recording/shared/store'
import { SegmentSummary } from '#engine/recording/replay/segment-summary'
import { startSandbox } from '#sandbox/index'
import { recordedLines } from '../support/recorded-book'
import { freshFolder } from '../support/folder'
import { clientId, clientSecret, serviceOf, startCollector } from './collectors'
import { startNats, type NatsServer } from './nats-server'

let nats: NatsServer
const undo: (() => unknown)[] = []
const service = { environment: 'production', restBase: 'https://api.example.com', clientId: 'desk' } as const
const { signal } = new AbortController()

beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.stop())
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

async function connected(url = nats.url, nkeySeed?: string) {
  const identity = nkeySeed === undefined ? ({ open: true } as const) : { nkeySeed }
  const { connection } = await connectFeed({ servers: [url], identity, name: 'test' })
  undo.push(() => connection.close())
  return connection
}

async function bytesOf(store: SharedReader, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of store.read(name, signal)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const stores: readonly [string, () => Promise<SharedStore>][] = [
  ['an object store', async () => ObjectSharedStore.create(await connected(), service)],
  ['a folder', async () => FolderStore.of(await freshFolder(), service)]
]

test.each(stores)('%s has files whole or not at all', async (_kind, open) => {
  const store = await open()
  expect(await store.names(['log'], signal)).toEqual([[]])
  const content = randomBytes(700_001)
  await store.write(
    'log/one',
    Readable.from([content.subarray(0, 300_000), content.subarray(300_000)]),
    signal
  )
  await writeText(store, 'log/two', 'two', signal)
  await writeText(store, 'sums/two', 'other', signal)
  async function* broken() {
    yield await Promise.resolve(content)
    throw new Error('broken')
  }
  await expect(store.write('log/broken', broken(), signal)).rejects.toThrow()
  expect(await store.names(['log'], signal)).toEqual([['one', 'two']])
  expect((await bytesOf(store, 'log/one')).equals(content)).toBe(true)
  await writeText(store, 'log/two', 'again', signal)
  expect((await bytesOf(store, 'log/two')).toString()).toBe('again')
  await store.remove('log/two', signal)
  await store.remove('log/two', signal)
  await store.sweep(Date.now() + 1e8, signal)
  expect(await store.names(['log'], signal)).toEqual([['one']])
  await expect(bytesOf(store, 'log/two')).rejects.toThrow()
  expect((await bytesOf(store, 'log/one')).equals(content)).toBe(true)
})

test('what a killed collector left in the object store is swept, and nothing else', async () => {
  const connection = await connected()
  const store = await ObjectSharedStore.create(connection, service)
  await writeText(store, 'log/whole', 'whole', signal)
  const pieces = `$O.${bucketOf(service)}.C.`
  await connection.request(`${pieces}LEFT`, 'half')
  const subjects = async () => {
    const stream = `OBJ_${bucketOf(service)}`
    const answer = await connection.request(
      `$JS.API.STREAM.INFO.${stream}`,
      JSON.stringify({ subjects_filter: `${pieces}>` })
    )
    return Object.keys(answer.json<{ state: { subjects: object } }>().state.subjects)
  }
  await store.sweep(Date.now(), signal)
  expect(await subjects()).toContain(`${pieces}LEFT`)
  await store.sweep(Date.now() + 1e8, signal)
  expect(await subjects()).not.toContain(`${pieces}LEFT`)
  expect((await bytesOf(store, 'log/whole')).toString()).toBe('whole')
})

test('a seat with the documented permissions reads the object store and changes nothing', async () => {
  const [collector, seat] = [createUser(), createUser()]
  const bucket = bucketOf(service)
  const allowed = Object.values(readingSubjects(bucket))
  const list = (subjects: readonly string[]) => subjects.map((each) => `"${each}"`).join(', ')
  const guarded = await startNats(`authorization { users: [
    { nkey: ${collector.getPublicKey()}, permissions: {
      publish: { allow: ["$JS.API.>", "$O.${bucket}.>"] }
      subscribe: { allow: ["_INBOX.${collector.getPublicKey()}.>"] } } }
    { nkey: ${seat.getPublicKey()}, permissions: {
      publish: { allow: [${list(allowed)}] }
      subscribe: { allow: ["_INBOX.${seat.getPublicKey()}.>"] } } }
  ] }`)
  undo.push(() => guarded.stop())
  const seedOf = (user: typeof seat) => Buffer.from(user.getSeed()).toString()
  const own = await ObjectSharedStore.create(await connected(guarded.url, seedOf(collector)), service)
  const content = randomBytes(400_000)
  await own.write('log/one', Readable.from([content]), signal)
  const seatConnection = await connected(guarded.url, seedOf(seat))
  const theirs = new ObjectReader(seatConnection, bucket)
  expect(await theirs.names(['log'], signal)).toEqual([['one']])
  expect((await bytesOf(theirs, 'log/one')).equals(content)).toBe(true)
  for (const subject of [
    `$O.${bucket}.M.bG9nL29uZQ==`,
    `$O.${bucket}.C.rogue`,
    `$JS.API.STREAM.PURGE.OBJ_${bucket}`,
    `$JS.API.STREAM.DELETE.OBJ_${bucket}`,
    `$JS.API.STREAM.MSG.DELETE.OBJ_${bucket}`,
    `$JS.API.CONSUMER.CREATE.OBJ_${bucket}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.OBJ_${bucket}.rogue`,
    `$JS.API.DIRECT.GET.OBJ_${bucket}`,
    '$JS.API.STREAM.INFO.KV_leadline_v1_leases'
  ])
    await expect(seatConnection.request(subject, '{}', { timeout: 5000 }), subject).rejects.toThrow(
      /permissions violation/i
    )
  expect(await own.names(['log'], signal)).toEqual([['one']])
  await own.remove('log/one')
  expect(await own.names(['log'], signal)).toEqual([[]])
})

test('a fail-over pair leaves one recording that verifies, has each frame once, and a true gap', async () => {
  const sandbox = await startSandbox({ clientId, clientSecret, rate: 200, addresses: 0 })
  undo.push(() => sandbox.close())
  const folders = [await freshFolder(), await freshFolder()] as const
  const begin = async (folder: string, more = {}) => {
    const started = await startCollector(sandbox, { servers: [nats.url] }, { recording: { folder, ...more } })
    undo.push(() => started.kill())
    return started
  }
  const lines = (folder: string) => recordedLines(folder).catch((): string[][] => [])
  const framesIn = (found: readonly string[][]) => found.filter(([, , kind]) => kind === 'f')
  const hasFrames = (folder: string) => async () => framesIn(await lines(folder)).length

  const segmentsIn = (folder: string) => listSegments(logFolderOf(folder, serviceOf(sandbox)))
  /** As it stands by, it shares what it recorded, since what lies beside that is complete. */
  const shareAgain = async (folder: string): Promise<string[]> => {
    const before = new Date(Date.now() - 60_000)
    for (const name of await readdir(folder, { recursive: true }))
      if (name.includes('log/')) await utimes(path.join(folder, name), before, before)
    const again = await begin(folder, { shared: { objectStore: true, every: 3600 } })
    const names = async () => (await segmentsIn(folder)).map((file) => setOfSegment(path.basename(file)))
    // A leader that was too slow on a busy computer led more than once.
    const notShared = async () =>
      (await names()).filter((name) => !again.output.text.includes(`Shared ${name}`))
    await expect.poll(notShared).toEqual([])
    return names()
  }

  const first = await begin(folders[0])
  await expect.poll(hasFrames(folders[0])).toBeGreaterThan(50)
  const second = await begin(folders[1])
  await expect.poll(() => second.output.text).toContain('Standing by')
  await first.kill()
  await expect.poll(hasFrames(folders[1])).toBeGreaterThan(50)
  const shared = await shareAgain(folders[0])
  const recorded = await lines(folders[0])
  second.child.kill('SIGTERM')
  await second.exit
  recorded.push(...(await lines(folders[1])))
  shared.push(...(await shareAgain(folders[1])))
  const store = new ObjectReader(await connected(), bucketOf(serviceOf(sandbox)))
  const log = path.join(await freshFolder(), 'log')
  const fetched = await fetchShared({
    store,
    wanted: (await segmentSets(new SharedSets(store), signal)).filter(({ name }) => shared.includes(name)),
    log,
    maxBytes: 1e9,
    now: Date.now(),
    signal,
    onProgress: () => {}
  })
  expect(fetched).toMatchObject({ fetched: shared.length, refused: [] })
  expect((await verifyLog(log)).damage).toEqual([])
  const merged = await recordedLines(log)
  expect(merged).toEqual(recorded.toSorted(([one], [other]) => Number(one) - Number(other)))
  expect(framesIn(merged).length).toBeGreaterThan(100)
  // Of the collector that ended as it should.
  const last = (await listSegments(log)).at(-1)!
  expect(await findKeyframe(last, await membersOf(keyframesOf(last)), Infinity)).not.toBeNull()
  const summaries = await Promise.all(
    (await listSegments(log)).map(async (file) => {
      const summary = new SegmentSummary(file)
      await summary.refresh()
      return summary
    })
  )
  expect(summaries.length).toBeGreaterThanOrEqual(2)
  for (const [index, { startsRun, first: begins }] of summaries.entries()) {
    expect(startsRun).toBe(true)
    if (index > 0) expect(begins!.from).toBeGreaterThan(summaries[index - 1]!.last!.to)
  }
})
