import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bucketOf, entryOf, readingSubjects } from '#engine/feed/server/object-reader'
import { derivedOf } from '#engine/recording/keyframes/files'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { removeLeftFetches } from '#engine/recording/shared/left-fetches'
import { setOfSegment } from '#engine/recording/shared/set'
import { writeText } from '#engine/recording/shared/store'
import { bundle } from '../../../scripts/bundle.mjs'
import { Relay } from '../../chaos/feed/relay'
import { SeededRandom } from '../../chaos/random'
import { mountSmallDisk, unmount } from '../../hostile/computer'
import { freshFolder } from '../support/folder'
import type { NatsServer } from './nats-server'
import { feedOf, newLog, seatOf, service, shareLog, startGuardedNats, storeOf } from './recordings-desk'

const run = promisify(execFile)
const { signal } = new AbortController()
const undo: (() => unknown)[] = []
/** So that a fetch can be seen while it runs. */
const slow = 1_500_000
let nats: NatsServer
let relay: Relay
/** What a collector recorded and shared. */
let log: string
let desk: Awaited<ReturnType<typeof storeOf>>

beforeEach(async () => {
  nats = await startGuardedNats()
  undo.push(() => nats.stop())
  relay = await Relay.to(nats.port)
  undo.push(() => relay.close())
  log = await recorded()
  desk = await storeOf(nats.url, service)
  undo.push(() => desk.connection.close())
  await shareLog(desk.store, log)
})
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** Three segments of several pieces each, with a file beside each of them. */
async function recorded(): Promise<string> {
  const folder = await newLog()
  const random = new SeededRandom(5)
  let seq = 1
  for (const hour of [1, 3, 5]) {
    const now = Date.UTC(2026, 10, 24, hour)
    const writer = await LogWriter.open(folder, () => now)
    const add = async (kind: 'e' | 'f', content: string) => {
      writer.add(seq++, { epoch: now, milliseconds: seq }, kind, Buffer.from(content))
      await writer.write(false)
    }
    await add('e', JSON.stringify({ event: 'clock', epoch: now, start: true }))
    for (let frame = 0; frame < 12; frame += 1)
      await add('f', Array.from({ length: 25_000 }, () => random.whole(0, 1e9)).join(' '))
    await writer.close()
  }
  for (const file of await listSegments(folder))
    await writeFile(derivedOf(file)[0]!, Buffer.alloc(300_000, 'k'))
  return folder
}

async function newSeat(root?: string) {
  const seat = await seatOf(`nats://127.0.0.1:${relay.port}`, service, root)
  undo.push(seat.dispose)
  return seat
}

type Seat = Awaited<ReturnType<typeof newSeat>>

/** Of segments, what lies beside them, and what is unfinished. */
const contentOf = async (folder: string) =>
  new Map(
    await Promise.all(
      (await readdir(folder).catch(() => []))
        .filter((name) => /^\d/.test(name))
        .map(async (name) => [name, (await readFile(path.join(folder, name))).toString('base64')] as const)
    )
  )

/** Only whole segments count as there, they are listed as such, and nothing else was left. */
async function expectWhole({ folder, log: own, read }: Seat): Promise<number> {
  const [theirs, truth] = [await contentOf(own), await contentOf(log)]
  const segments = [...theirs.keys()].filter((name) => name.endsWith('.tsv.gz'))
  for (const [name, content] of theirs) expect(truth.get(name) === content, name).toBe(true)
  const missing = (await read()).days.reduce((sum, { shared }) => sum + (shared?.segments ?? 0), 0)
  expect(segments.length + missing).toBe(3)
  expect((await verifyLog(own)).damage).toEqual([])
  expect((await readdir(folder)).filter((name) => name !== 'log' && name !== 'used.json')).toEqual([])
  return segments.length
}

async function expectFetched(seat: Seat): Promise<void> {
  relay.bytesPerSecond = null
  expect(await seat.fetch()).toMatchObject({ ok: true, value: { refused: [] } })
  expect(await expectWhole(seat)).toBe(3)
  expect(await contentOf(seat.log)).toEqual(await contentOf(log))
}

/** Nothing passes until the relay is restored. */
async function cutWithin(file: string, { folder }: Seat): Promise<void> {
  const target = path.join(folder, 'incoming', path.basename(file))
  await expect
    .poll(async () => (await stat(target).catch(() => null))?.size ?? 0, { interval: 1 })
    .toBeGreaterThan(0)
  relay.cut()
}

/** In KB. What arrived before a cut may still be written. */
async function leaveRoom(mount: string, room: number): Promise<void> {
  for (let isDone = false; !isDone;) {
    const { blocks, bfree, bsize } = await statfs(mount)
    const used = ((blocks - bfree) * bsize) / 1024
    isDone = await run('mount', ['-o', `remount,size=${used + room}k`, mount]).then(
      () => true,
      () => false
    )
  }
}

test('a disk that becomes full is named, and room lets the next fetch complete', async () => {
  const root = await freshFolder()
  const isMounted = await mountSmallDisk(root, 4096)
  if (!isMounted) return
  undo.push(() => unmount(root))
  const seat = await newSeat(root)
  // So much may be written after the first piece: less than a segment, less than it and its copy, or some of them.
  for (const room of [4, 200, 1200, 2500]) {
    await run('mount', ['-o', 'remount,size=4g', root])
    relay.bytesPerSecond = slow
    const fetching = seat.fetch()
    await cutWithin(await nextOf(seat), seat)
    await leaveRoom(root, room)
    relay.bytesPerSecond = null
    relay.restore()
    expect(await fetching).toMatchObject({
      ok: false,
      error: {
        code: 'recording.disk',
        sentence: expect.stringMatching(/disk is full.*Fetch again/),
        retryable: true
      }
    })
    await expectWhole(seat)
  }
  await run('mount', ['-o', 'remount,size=4g', root])
  await expectFetched(seat)
})

test('a fetch that is killed at any moment leaves whole segments, which the next one completes', async () => {
  const child = await bundle('tests/integration/feed/fetch-child.ts', 'tests/fetch-child', ['pdfkit'])
  const feed = path.join(await freshFolder(), 'feed.json')
  await writeFile(feed, JSON.stringify(feedOf(nats.url, service)))
  const fetchIn = async (root: string, kind: string, at: number) => {
    const started = spawn(process.execPath, [child, feed, root, kind, String(at)], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    let output = ''
    started.stdout.on('data', (part: Buffer) => (output += part.toString()))
    await once(started, 'close')
    return { output, signal: started.signalCode }
  }
  const { output } = await fetchIn(await freshFolder(), 'none', 0)
  const counts = JSON.parse(output) as Record<'step' | 'piece', number>
  const every = 17
  for (const kind of ['step', 'piece'] as const)
    for (let at = kind === 'step' ? 3 : 6; at <= counts[kind]; at += every) {
      const root = await freshFolder()
      expect((await fetchIn(root, kind, at)).signal, `${kind} ${at}`).toBe('SIGKILL')
      const left = await freshFolder()
      await cp(root, left, { recursive: true })
      await removeLeftFetches(left, Date.now() + 1000)
      const cleaned = await newSeat(left)
      await expectWhole(cleaned)
      const there = (await listSegments(cleaned.log)).flatMap((file) => [file, ...derivedOf(file)])
      const names = new Set(there.map((file) => path.basename(file)))
      expect([...(await contentOf(cleaned.log)).keys()].filter((name) => !names.has(name))).toEqual([])
      const seat = await newSeat(root)
      expect(await seat.fetch()).toMatchObject({ ok: true, value: { refused: [] } })
      await removeLeftFetches(root, Date.now() + 1000)
      await expectFetched(seat)
    }
})

test('a server that is restarted within an object is asked again, or named', async () => {
  const seat = await newSeat()
  relay.bytesPerSecond = slow
  let fetching = seat.fetch()
  await cutWithin(await nextOf(seat), seat)
  await nats.restart()
  relay.bytesPerSecond = null
  relay.restore()
  expect(await fetching).toMatchObject({ ok: true, value: { fetched: 3, refused: [] } })
  expect(await expectWhole(seat)).toBe(3)

  const other = await newSeat()
  relay.bytesPerSecond = slow
  fetching = other.fetch()
  await cutWithin(await nextOf(other), other)
  await nats.stop()
  relay.restore()
  expect(await fetching).toMatchObject({ ok: false, error: { retryable: true } })
  await nats.start()
  await expectWhole(other)
  await expectFetched(other)
})

const nextOf = async (seat: Seat): Promise<string> => {
  const there = (await listSegments(seat.log).catch(() => [])).length
  return (await listSegments(log))[there]!
}

async function textOf(name: string): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of desk.store.read(name, signal)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

async function bytesOf(folder: string): Promise<number> {
  const sizes = [...(await contentOf(folder)).values()].map(
    (content) => Buffer.from(content, 'base64').length
  )
  return sizes.reduce((sum, each) => sum + each, 0)
}

const rewrite = (name: string, content: Buffer) =>
  desk.store.write(`log/${name}`, Readable.from([content]), signal)

/** All but its last two pieces are gone. */
async function truncate(name: string): Promise<void> {
  const bucket = bucketOf(service)
  const ask = async (subject: string, asked: object) =>
    (await desk.connection.request(subject, JSON.stringify(asked))).json<{ message: { data: string } }>()
  const { message } = await ask(readingSubjects(bucket).message, {
    last_by_subj: entryOf(bucket, `log/${name}`)
  })
  const { nuid } = JSON.parse(Buffer.from(message.data, 'base64').toString()) as { nuid: string }
  await ask(`$JS.API.STREAM.PURGE.OBJ_${bucket}`, { filter: `$O.${bucket}.C.${nuid}`, keep: 2 })
}

test.each(['replaced', 'truncated'] as const)(
  'an object that is %s while it is fetched is refused, and the next fetch completes',
  async (kind) => {
    const seat = await newSeat()
    const first = await nextOf(seat)
    const [name, right] = [path.basename(first), await readFile(first)]
    relay.bytesPerSecond = slow
    const fetching = seat.fetch()
    await cutWithin(first, seat)
    if (kind === 'replaced') await rewrite(name, Buffer.alloc(right.length, 'x'))
    else await truncate(name)
    relay.bytesPerSecond = null
    relay.restore()
    const result = await fetching
    expect(result).toMatchObject({
      ok: true,
      value: { fetched: 2, refused: [expect.stringContaining(name)] }
    })
    await expectWhole(seat)
    await rewrite(name, right)
    await expectFetched(seat)
  }
)

test('a wrong sum, or a budget that is exceeded, fetches and removes nothing, and the same seat completes', async () => {
  const seat = await newSeat()
  const [first] = await listSegments(log)
  const sums = `sums/${setOfSegment(path.basename(first!))}.SHA256SUMS`
  const right = await textOf(sums)
  const [about, line = '', ...others] = right.split('\n')
  await writeText(
    desk.store,
    sums,
    [about, line.replace(/^\w{64}/, 'f'.repeat(64)), ...others].join('\n'),
    signal
  )
  expect(await seat.fetch()).toMatchObject({
    ok: true,
    value: { fetched: 2, refused: [expect.stringContaining('SHA-256 differs')] }
  })
  expect(await expectWhole(seat)).toBe(2)
  const budget = await bytesOf(log)
  await writeText(desk.store, sums, right, signal)
  expect(await seat.fetch(budget - 1)).toMatchObject({
    ok: false,
    error: { code: 'recording.shared-budget' }
  })
  expect(await expectWhole(seat)).toBe(2)
  expect(await seat.fetch(budget)).toMatchObject({ ok: true, value: { fetched: 1, refused: [] } })
  await expectFetched(seat)
})
