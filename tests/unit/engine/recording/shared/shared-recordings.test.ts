import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { CatalogHost } from '#engine/recording/catalog/host'
import type {
  CatalogReply,
  CatalogRequest,
  SharedFeed,
  SharedPlaces
} from '#engine/recording/catalog/messages'
import { logFolderOf } from '#engine/recording/location'
import { listSegments } from '#engine/recording/log/segments'
import type { FetchedTime, FetchWithin } from '#engine/recording/shared/fetch-requests'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { segmentSets } from '#engine/recording/shared/fetch'
import { SharedRecordings, type SharedSource } from '#engine/recording/shared/shared-recordings'
import { shareSealed } from '#engine/recording/shared/share'
import { removeLeftFetches } from '#engine/recording/shared/left-fetches'
import type { SharedReader } from '#engine/recording/shared/store'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { recordDays } from '../catalog-log'

const services = ['one', 'other'].map(
  (clientId) => ({ environment: 'production', restBase: 'https://api.example.com', clientId }) as const
)
const now = Date.UTC(2026, 11, 25)

let root: string
let folder: string
/** Of each service, in the shared folder. */
let ids: string[]
beforeEach(async () => {
  ;[root, folder] = [await freshFolder(), await freshFolder()]
  ids = []
  for (const [index, service] of services.entries()) {
    const log = logFolderOf(await freshFolder(), service)
    await mkdir(log, { recursive: true })
    await recordDays(log, index + 1, 2)
    const store = FolderStore.of(folder, service)
    const nothing = () => {}
    await shareSealed({
      store,
      sets: new SharedSets(store),
      log,
      limits: { days: 3650, bytes: 1e12 },
      now,
      settle: -1e15,
      mayContinue: false,
      isDue: true,
      signal: new AbortController().signal,
      onShared: nothing,
      onRemoved: nothing
    })
    const relative = path.relative(folder, path.dirname(logFolderOf(folder, service)))
    ids.push(`${relative.split(path.sep).join('/')}-desk`)
  }
})

type Entries = Extract<CatalogReply, { kind: 'entries' }>
type Ended = Extract<CatalogReply, { kind: 'ended' }>

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never
const feed = {
  service: services[0]!,
  access: { servers: ['nats://127.0.0.1:4222'], digest: '0123456789ab', identity: { open: true } }
} as const satisfies SharedFeed

/** The process that lists recordings, in this one. */
function begin(sourceOf = (_feed: SharedFeed): Promise<SharedSource> => Promise.reject(new Error('none'))) {
  const replies: CatalogReply[] = []
  const waiting = new Map<number, (ended: Ended) => void>()
  const host = new CatalogHost({
    now: () => now,
    sourceOf,
    reply(reply) {
      replies.push(reply)
      if (reply.kind === 'ended') waiting.get(reply.id)?.(reply)
    }
  })
  let last = 0
  const ask = (request: WithoutId<CatalogRequest>) =>
    new Promise<Ended>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      host.receive({ ...request, id: last } as CatalogRequest)
    })
  return {
    replies,
    async read(shared: SharedPlaces = { folder, feed: null }) {
      await ask({ kind: 'read', root, isMoved: false, shared })
      return replies.findLast((reply): reply is Entries => reply.kind === 'entries')!
    },
    async fetchWithin(wanted: Pick<FetchWithin, 'most' | 'maxBytes' | 'isAsked'>): Promise<FetchedTime> {
      const time = { id: ids[0]!, from: 0, to: now, ...wanted }
      const { result } = await ask({
        kind: 'fetchWithin',
        root,
        shared: { folder, feed: null },
        wanted: time
      })
      if (!result.ok) throw new ProblemError(result.error)
      return result.value as FetchedTime
    },
    async fetch(
      chosen: { id: string; days: string[] }[],
      from: number | null = null,
      shared: SharedPlaces = { folder, feed: null }
    ) {
      const { result } = await ask({ kind: 'fetch', root, shared, chosen, from, to: from, maxBytes: 1e12 })
      return result
    }
  }
}

const days = ({ entries }: Entries, id: string) =>
  entries.find((entry) => entry.id === id)!.days.map(({ day, bytes, shared }) => [day, bytes > 0, !!shared])

test('shared days are listed besides what is here, and are here once they were fetched', async () => {
  const host = begin()
  const before = await host.read()
  expect(before.entries.map(({ id }) => id).sort()).toEqual([...ids].sort())
  const known = days(before, ids[0]!).map(([day]) => day)
  expect(known).toContain('2026-11-24')
  expect(days(before, ids[0]!)).toEqual(known.map((day) => [day, false, true]))
  const [newest] = before.entries.find(({ id }) => id === ids[0])!.days
  expect(newest!.shared!.from).toBeGreaterThanOrEqual(Date.parse(newest!.day))
  expect(newest!.shared!.bytes).toBeGreaterThan(0)
  const chosen = ids.map((id) => ({ id, days: ['2026-11-25'] }))
  expect(await host.fetch(chosen)).toMatchObject({ ok: true, value: { refused: [], skipped: 0 } })
  const after = await host.read()
  for (const id of ids)
    for (const [day, isHere, isShared] of days(after, id))
      expect([isHere, isShared]).toEqual([day === '2026-11-25', day !== '2026-11-25'])
  const fetched = after.entries.find(({ id }) => id === ids[0])!
  expect(fetched.days.find(({ day }) => day === '2026-11-25')!.content!.items).toBeGreaterThan(0)
  const [segment = ''] = await listSegments(path.join(root, ...ids[0]!.split('/'), 'log'))
  await rm(segment)
  expect(days(await host.read(), ids[0]!)).toContainEqual(['2026-11-25', true, true])
  expect(days(await host.read({ folder: null, feed: null }), ids[0]!)).toEqual([['2026-11-25', true, false]])
})

test('of a time, the newest is fetched within the limits; the rest is left out, and offered as far as it fits', async () => {
  const host = begin()
  const nothing = await host.fetchWithin({ most: 0, maxBytes: 1e12 })
  const { bytes, since } = nothing
  expect(nothing).toMatchObject({ fetched: 0, leftOut: bytes, offered: bytes })
  expect(since).toBeLessThan(now)
  const maxBytes = Math.floor(bytes * 0.8)
  const unasked = await host.fetchWithin({ most: bytes, maxBytes })
  expect(unasked.fetched).toBeGreaterThan(0)
  expect(unasked.leftOut).toBeGreaterThan(bytes - maxBytes / 2 - 1)
  expect(unasked.offered).toBeGreaterThan(0)
  const asked = await host.fetchWithin({ most: Infinity, maxBytes, isAsked: true })
  expect(asked).toMatchObject({ bytes, leftOut: unasked.leftOut - unasked.offered, offered: 0 })
  expect(asked.leftOut).toBeGreaterThan(0)
  const all = await host.fetchWithin({ most: Infinity, maxBytes: bytes, isAsked: true })
  expect(all).toMatchObject({ leftOut: 0, offered: 0, begins: true })
})

test('of a day, only the segments of some time are fetched', async () => {
  const host = begin()
  const [id = ''] = ids
  const before = (await host.read()).entries.find((entry) => entry.id === id)!
  const { day, shared } = before.days.at(-1)!
  expect(shared!.segments).toBeGreaterThan(1)
  const fetched = await host.fetch([{ id, days: [day] }], shared!.from)
  expect(fetched).toMatchObject({ ok: true, value: { fetched: 1, refused: [] } })
  const after = (await host.read()).entries.find((entry) => entry.id === id)!.days.at(-1)!
  expect(after.shared!.segments).toBe(shared!.segments - 1)
})

test('a shared folder that is away is a problem of its own', async () => {
  const host = begin()
  await host.fetch([{ id: ids[0]!, days: ['2026-11-24'] }])
  await rm(folder, { recursive: true })
  const { entries, sharedProblem } = await host.read()
  expect(sharedProblem).toContain(folder)
  expect(entries.map(({ id }) => id)).toEqual([ids[0]])
  expect(await host.fetch([{ id: ids[1]!, days: ['2026-11-24'] }])).toMatchObject({ ok: false })
})

test('a folder and a server are one list, and a server that is away is a problem of its own', async () => {
  // Both have the first service; the server alone is asked for what the folder lost.
  const copy = await freshFolder()
  await cp(folder, copy, { recursive: true })
  const asked: string[] = []
  const server: SharedSource = {
    name: 'feed.example.com:4222',
    services: () => Promise.resolve([ids[0]!.replace('-desk', '')]),
    storeOf(service) {
      const store = new FolderStore(copy, service)
      const read: SharedReader['read'] = (name, signal) => {
        asked.push(name)
        return store.read(name, signal)
      }
      return Promise.resolve({ names: (...given) => store.names(...given), read })
    },
    notRead: (reason) => reason,
    dispose() {}
  }
  const sums = path.join(folder, ...ids[0]!.replace('-desk', '').split('/'), 'sums')
  const [lost = ''] = await readdir(sums)
  await rm(path.join(sums, lost))
  const both = { folder, feed }
  const host = begin(() => Promise.resolve(server))
  const { entries } = await host.read(both)
  expect(entries.map(({ id }) => id).sort()).toEqual([...ids].sort())
  const sources = Object.fromEntries(entries.map((entry) => [entry.id, [...entry.sources].sort()]))
  expect(sources).toEqual({ [ids[0]!]: [folder, server.name].sort(), [ids[1]!]: [folder] })
  asked.length = 0
  const days = entries.find(({ id }) => id === ids[0])!.days.map(({ day }) => day)
  expect(await host.fetch([{ id: ids[0]!, days }], null, both)).toMatchObject({ value: { refused: [] } })
  expect(new Set(asked.map((name) => path.basename(name).split('.')[0]))).toEqual(
    new Set([lost.split('.')[0]])
  )
  const away = begin(() =>
    Promise.resolve({ ...server, services: () => Promise.reject(fail('feed.connect', 'No server.')) })
  )
  const found = await away.read(both)
  expect(found.sharedProblem).toBe('No server.')
  expect(found.entries.map(({ id }) => id).sort()).toEqual([...ids].sort())
})

test('a time is fetched without the lists of what is older', async () => {
  const read: string[] = []
  const [id] = ids as [string]
  const store = FolderStore.of(folder, services[0]!)
  const recordings = new SharedRecordings([
    {
      name: 'counted',
      services: () => Promise.resolve([id.slice(0, -'-desk'.length)]),
      storeOf: () =>
        Promise.resolve({
          names: (...given) => store.names(...given),
          read(name, ...rest) {
            if (name.startsWith('sums/')) read.push(name)
            return store.read(name, ...rest)
          }
        }),
      notRead: String,
      dispose: () => {}
    }
  ])
  const { signal } = new AbortController()
  const fetch = (from: number) =>
    recordings.fetchWithin(
      root,
      { id, from, to: now, most: 1e12, maxBytes: 1e12 },
      { now, signal, onProgress: () => undefined }
    )
  const all = await segmentSets(new SharedSets(store), signal)
  const last = all.at(-1)!
  const newest = await fetch(last.to)
  expect(newest).toMatchObject({ fetched: 1, begins: false })
  expect(read.length).toBeLessThan(all.length)
  expect(read.some((name) => name.includes(last.name))).toBe(true)
  expect(await fetch(0)).toMatchObject({ fetched: all.length - 1, begins: true })
  expect(read.length).toBe(all.length)
})

test('what a killed fetch left is removed, and nothing newer', async () => {
  const host = begin()
  await host.fetch([{ id: ids[0]!, days: ['2026-11-25'] }])
  const log = path.join(root, ...ids[0]!.split('/'), 'log')
  const before = await readdir(log)
  const incoming = path.join(log, '..', 'incoming')
  await mkdir(incoming)
  await writeFile(path.join(incoming, 'half'), 'half')
  const left = ['.tsv.gz.part', '.keyframes', '.trades.gz'].map(
    (ending) => `2026-11-25T00-00-00.000Z${ending}`
  )
  for (const name of [...left, '../used.json.4711-1.tmp']) await writeFile(path.join(log, name), 'half')
  await removeLeftFetches(root, Date.now() - 3_600_000)
  expect(await readdir(log)).toHaveLength(before.length + left.length)
  await removeLeftFetches(root, Date.now() + 3_600_000)
  expect(await readdir(log)).toEqual(before)
  expect((await readdir(path.join(log, '..'))).sort()).toEqual(['log', 'used.json'])
})
