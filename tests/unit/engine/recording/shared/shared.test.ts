import { appendFile, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { beforeEach, expect, test } from 'vitest'
import { logFolderOf } from '#engine/recording/location'
import { listRemoved } from '#engine/recording/log/removed'
import { dayOf, listSegments, segmentTime } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { sealLog } from '#engine/recording/parquet/seal'
import { changePins } from '#engine/recording/pins'
import { fetchShared, setsWithin } from '#engine/recording/shared/fetch'
import { replayedUses } from '#engine/recording/shared/fetched'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { bytesOfSet, formatSums, parseSums, type SharedSet } from '#engine/recording/shared/set'
import { shareSealed } from '#engine/recording/shared/share'
import type { SharedStore } from '#engine/recording/shared/store'
import { folderOnce, freshFolder } from '../../../../integration/support/folder'
import { recordDays } from '../catalog-log'

const service = { environment: 'production', restBase: 'https://api.example.com', clientId: 'desk' } as const
const { signal } = new AbortController()
const now = Date.UTC(2026, 11, 25)
const free = () => Promise.resolve(1e12)

const record = folderOnce((folder) => recordDays(folder, 7, 2))

let log: string
let shared: string
let store: FolderStore
let here: string
beforeEach(async () => {
  log = logFolderOf(await freshFolder(), service)
  shared = await freshFolder()
  store = FolderStore.of(shared, service)
  here = path.join(await freshFolder(), 'service=x-desk', 'log')
  await record(log)
})

async function share(more: Partial<Parameters<typeof shareSealed>[0]> = {}) {
  const [put, removed] = [[] as string[], [] as string[]]
  await shareSealed({
    store,
    sets: new SharedSets(store),
    log,
    limits: { days: 3650, bytes: 1e12 },
    now,
    settle: -1e15,
    mayContinue: false,
    isDue: true,
    signal,
    onShared: ({ name }) => void put.push(name),
    onRemoved: ({ name }) => void removed.push(name),
    ...more
  })
  return { put, removed }
}

async function fetchFrom(
  source: SharedStore = store,
  more: Partial<Parameters<typeof fetchShared>[0]> & { from?: number; to?: number } = {}
) {
  const { from = 0, to = 8.64e15, ...rest } = more
  const wanted = await setsWithin(new SharedSets(source), from, to, signal)
  const common = { store: source, wanted, log: here, maxBytes: 1e12, now, signal }
  return fetchShared({ ...common, onProgress: () => {}, freeBytes: free, ...rest })
}

const names = async (folder: string) => (await listSegments(folder)).map((file) => path.basename(file))
const serviceFolder = () => path.dirname(logFolderOf(shared, service))
const allSets = () => setsWithin(new SharedSets(store), 0, 8.64e15, signal)

/** The store with some answers replaced. */
const lying = (answers: Partial<SharedStore>): SharedStore => ({
  hasParquet: true,
  names: (...given) => store.names(...given),
  read: (...given) => store.read(...given),
  write: (...given) => store.write(...given),
  remove: (name) => store.remove(name),
  sweep: (...given) => store.sweep(...given),
  ...answers
})

test('sealed files are shared once, sha256sum confirms them, and a seat has the same log', async () => {
  await sealLog(log, { staleAfter: () => 10_000 })
  const { put } = await share()
  expect(put.length).toBeGreaterThan((await names(log)).length)
  expect((await share()).put).toEqual([])
  const sums = path.join(serviceFolder(), 'sums')
  for (const name of await readdir(sums))
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', path.join('sums', name)], {
      cwd: serviceFolder(),
      stdio: 'pipe'
    })
  const days: string[] = []
  const result = await fetchFrom(store, { onProgress: (day) => void days.push(day) })
  expect(result).toMatchObject({ refused: [], refusals: 0, skipped: 0, fetched: (await names(log)).length })
  expect([...new Set(days)]).toEqual([...new Set((await names(log)).map(dayOf))])
  expect(await names(here)).toEqual(await names(log))
  for (const name of (await readdir(log)).filter((each) => !/lock|removed/.test(each)))
    expect((await readFile(path.join(here, name))).equals(await readFile(path.join(log, name)))).toBe(true)
  expect((await verifyLog(here)).damage).toEqual([])
  expect(await fetchFrom()).toMatchObject({ fetched: 0, skipped: (await names(log)).length })
})

test('a part of the time is fetched alone, in any order, and what is there still verifies', async () => {
  await share()
  const sets = await allSets()
  for (const { from, to } of [sets[2]!, sets[0]!, sets.at(-1)!]) {
    await fetchFrom(store, { from, to })
    expect((await verifyLog(here)).damage).toEqual([])
  }
  expect(await names(here)).not.toEqual(await names(log))
  await fetchFrom()
  expect(await names(here)).toEqual(await names(log))
  expect((await verifyLog(here)).damage).toEqual([])
})

test('sharing that was interrupted is continued, and nothing half is visible', async () => {
  let writes = 0
  const breaking = lying({
    write: (...given) => (++writes === 6 ? Promise.reject(new Error('broken')) : store.write(...given))
  })
  await expect(share({ store: breaking })).rejects.toThrow('broken')
  const part = await fetchFrom()
  expect(part.refused).toEqual([])
  expect(part.fetched).toBeLessThan((await names(log)).length)
  await share()
  expect(await fetchFrom()).toMatchObject({ refused: [], skipped: part.fetched })
  expect(await names(here)).toEqual(await names(log))
})

test('the last segment is shared once its time is over, or the recorder stands by', async () => {
  const all = await names(log)
  const last = segmentTime(all.at(-1)!)
  const segmentLength = 300_000
  const end = (Math.floor(last / segmentLength) + 1) * segmentLength
  const leading = { segmentLength, mayContinue: true }
  expect((await share({ ...leading, now: end - 1 })).put).toHaveLength(all.length - 1)
  expect((await share({ ...leading, now: end })).put).toHaveLength(1)
})

test('the store keeps to its limits, says what was removed, and does not get it again', async () => {
  await share()
  const sets = await allSets()
  const total = sets.reduce((sum, set) => sum + bytesOfSet(set), 0)
  const limits = { days: 3650, bytes: total - 1 }
  const { removed } = await share({ limits })
  expect(removed).toEqual([sets[0]!.name])
  const record = await readFile(path.join(serviceFolder(), 'removed', `${sets[0]!.name}.tsv`), 'utf8')
  expect(record).toContain(`${sets[0]!.name}\t${sets[0]!.files.length}\t${bytesOfSet(sets[0]!)}`)
  expect((await allSets()).map(({ name }) => name)).toEqual(sets.slice(1).map(({ name }) => name))
  expect(await readdir(path.join(serviceFolder(), 'log'))).not.toContain(`${sets[0]!.name}.tsv.gz`)
  expect(await share({ limits })).toEqual({ put: [], removed: [] })
  const interrupted = lying({ remove: () => Promise.reject(new Error('broken')) })
  await expect(share({ store: interrupted, limits: { days: 1, bytes: 1e12 } })).rejects.toThrow('broken')
  expect((await allSets()).map(({ name }) => name)).not.toContain(sets[1]!.name)
  await share({ limits: { days: 1, bytes: 1e12 } })
  expect(await allSets()).toEqual([])
  expect(await readdir(path.join(serviceFolder(), 'log'))).toEqual([])
})

test('what was used least recently makes room, and pinned days do not', async () => {
  await share()
  const sets = await allSets()
  const maxBytes = sets.reduce((sum, set) => sum + bytesOfSet(set), 0)
  const [first, second] = sets as [SharedSet, SharedSet]
  await fetchFrom(store, { now: now + 1 })
  await fetchFrom(store, { from: first.from, to: first.to, now: now + 2 })
  await rm(path.join(here, `${sets.at(-1)!.name}.tsv.gz`))
  await fetchFrom(store, { maxBytes: maxBytes - 1, from: sets.at(-1)!.from, now: now + 3 })
  expect(await names(here)).toEqual((await names(log)).filter((name) => name !== `${second.name}.tsv.gz`))
  expect(await listRemoved(here)).toHaveLength(1)
  expect((await verifyLog(here)).damage).toEqual([])
  await changePins(here, [dayOf(first.name)], true)
  const day = sets.filter(({ name }) => dayOf(name) === dayOf(first.name)).map(({ name }) => `${name}.tsv.gz`)
  const last = sets.at(-1)!
  await rm(path.join(here, `${last.name}.tsv.gz`))
  await fetchFrom(store, { maxBytes: bytesOfSet(last), from: last.from, now: now + 4 })
  const left = await names(here)
  expect(left).toEqual(expect.arrayContaining(day.filter((name) => name !== `${second.name}.tsv.gz`)))
  expect(left.filter((name) => !day.includes(name))).toEqual([`${last.name}.tsv.gz`])
  await expect(fetchFrom(store, { maxBytes: 10 })).rejects.toThrow('shared-budget')
})

test('a replay counts as a use of the segments that it reaches', async () => {
  await share()
  const sets = await allSets()
  const [first, second] = sets as [SharedSet, SharedSet]
  const total = sets.reduce((sum, set) => sum + bytesOfSet(set), 0)
  await fetchFrom()
  await rm(path.join(here, `${sets.at(-1)!.name}.tsv.gz`))
  const used = async () => (await readFile(path.join(here, '..', 'used.json'), 'utf8')).includes(`${now + 9}`)
  replayedUses(here, () => now + 9)(first.to)
  await expect.poll(used).toBe(true)
  await fetchFrom(store, { maxBytes: total - 1, from: sets.at(-1)!.from, now: now + 10 })
  const left = await names(here)
  expect(left).toContain(`${first.name}.tsv.gz`)
  expect(left).not.toContain(`${second.name}.tsv.gz`)
})

test('a fetch can be cancelled and leaves whole segments only', async () => {
  await share()
  const stop = new AbortController()
  const onProgress = (_day: string, done: number) => void (done > 0.4 && stop.abort())
  await expect(fetchFrom(store, { signal: stop.signal, onProgress })).rejects.toThrow()
  expect((await verifyLog(here)).damage).toEqual([])
  expect(await readdir(path.dirname(here))).not.toContain('incoming')
  await fetchFrom()
  expect(await names(here)).toEqual(await names(log))
})

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(Buffer.alloc(1024))
}
async function* silent(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(Buffer.alloc(0))
}
async function* shortened(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield piece.subarray(0, -1)
}
async function* altered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece).fill(piece[0]! ^ 1, 0, 1)
}

test.each([
  ['endless', endless],
  ['silent', silent],
  ['shortened', shortened],
  ['altered', altered]
])('a file that is %s is refused, and the others are fetched', async (_kind, change) => {
  await share()
  const [bad = ''] = await names(log)
  const hostile = lying({
    read: (name, ...rest) =>
      name === `log/${bad}` ? change(store.read(name, ...rest)) : store.read(name, ...rest)
  })
  const result = await fetchFrom(hostile)
  expect(result.refusals).toBe(1)
  expect(result.refused[0]).toContain(bad)
  expect(await names(here)).toEqual((await names(log)).slice(1))
})

test('a damaged segment whose sums are right is refused like one of an import', async () => {
  const [file = ''] = await listSegments(log)
  await appendFile(file, Buffer.alloc(50, 1))
  await share()
  const result = await fetchFrom()
  expect(result.refused).toEqual([expect.stringContaining('damaged or altered')])
})

test('sums with names that lead elsewhere, or that do not fit, are left out', async () => {
  await share()
  const [set] = await allSets()
  const [first] = set!.files
  const text = formatSums(set!)
  expect(parseSums(set!.name, text)).toEqual(set)
  const renamed = (name: string) => text.replace(first!.name, name)
  const wrong = [
    renamed('../../secret.tsv.gz'),
    renamed('/etc/passwd'),
    renamed('log/other.tsv.gz'),
    renamed(`log/../log/${set!.name}.tsv.gz`),
    text.replace(`${first!.bytes}`, '1e300'),
    text.replace(/"bytes":\[\d+/, `"bytes":[${2 ** 40}`),
    text.replace('"version":1', '"version":2'),
    text + text.split('\n')[1]!,
    text.split('\n').slice(1).join('\n'),
    '',
    '#'.repeat(1e6)
  ]
  for (const each of wrong) expect(() => parseSums(set!.name, each)).toThrow()
  for (const name of ['..', 'a/b', '2026-11-24T10-00-00.412Z/../x', 'parquet-2026'])
    expect(() => parseSums(name, text)).toThrow()
  await writeFile(path.join(serviceFolder(), 'sums', `${set!.name}.SHA256SUMS`), wrong[0]!)
  expect((await allSets()).map(({ name }) => name)).not.toContain(set!.name)
})

test('links and endless lists of a shared folder are not followed', async () => {
  await share()
  const [name = ''] = await names(log)
  const file = path.join(serviceFolder(), 'log', name)
  await rm(file)
  await symlink(path.join(log, name), file)
  expect(await fetchFrom()).toMatchObject({ refused: [expect.stringContaining(name)], refusals: 1 })
  expect(await names(here)).toEqual((await names(log)).slice(1))
  const many = lying({ names: () => store.names(['log'], AbortSignal.abort()) })
  await expect(fetchFrom(many)).rejects.toThrow()
})

test('a shared folder that is away is not created', async () => {
  await rm(shared, { recursive: true })
  await expect(share()).rejects.toThrow('shared-folder')
  await expect(fetchFrom()).rejects.toThrow('shared-folder')
  await expect(readdir(shared)).rejects.toThrow()
})
