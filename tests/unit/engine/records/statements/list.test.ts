import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realDisk, type Archive } from '#engine/records/statements/index'
import type { Disk } from '#engine/records/statements/disk/disk'
import { memoryCheckpoint, type ListCheckpoint } from '#engine/records/statements/store/list-checkpoint'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, openCopied } from './opened'
import { id, Killed, killStride, mortalDisk, save, storeAt } from './support'

let folder: string
let archive: Archive
let root: string
let copy: string
const ids = [id(1), id(2), id(3)]

beforeEach(async () => {
  folder = await freshFolder()
  archive = await openCopied(folder, ids)
  root = archive.state().folder
  copy = archive.facts().copy!.folder
  await again()
})
afterEach(() => archive.dispose())

const again = async () => {
  await archive.dispose()
  archive = await openArchive(folder)
  await archive.locations.syncCopy()
}
const listIn = (place: string) => path.join(place, 'SHA256SUMS')
const text = (place: string) => readFile(listIn(place), 'utf8')
const keyOf = (own: string) => archive.view.all().find((row) => row.id === own)!.key
const without = (all: string, key: string) =>
  all
    .split('\n')
    .filter((line) => !line.includes(key))
    .join('\n')

test('reports a missing list, does not recreate it automatically, and restores it from the copy', async () => {
  const whole = await text(root)
  await rm(listIn(root))
  await again()
  await archive.verify()
  expect(archive.facts().list).toMatchObject({
    state: 'missing',
    sentence: expect.stringMatching(/^SHA256SUMS is missing\./)
  })
  await expect(text(root)).rejects.toThrow(/ENOENT/)
  expect(archive.view.all().map(({ state }) => state)).toEqual(ids.map(() => 'unaltered'))
  expect(await text(copy)).toBe(whole)
  await archive.locations.restore()
  expect(archive.facts().list).toBeUndefined()
  expect(await text(root)).toBe(whole)
  await again()
  expect(archive.facts().list).toBeUndefined()
})

test('reports a statement removed with its lines, keeps it in the copy’s list, and can restore it', async () => {
  const key = keyOf(ids[0]!)
  const before = await text(copy)
  await rm(path.join(root, key), { recursive: true })
  await writeFile(listIn(root), without(await text(root), key))
  await again()
  expect(archive.facts()).toMatchObject({
    statements: 2,
    list: { state: 'shortened', sentence: expect.stringMatching(/lists 2 statements, and listed 3/) },
    gone: { count: 1, folders: [key] }
  })
  expect(await text(copy)).toBe(before)
  expect(await archive.locations.restore()).toEqual({ restored: 1, of: 1 })
  expect(archive.facts()).toMatchObject({ statements: 3, gone: { count: 0 } })
  expect(archive.facts().list).toBeUndefined()
  expect(await text(root)).toBe(before)
})

test('reports statements that only the copy has if the list is gone, except those removed on purpose', async () => {
  const key = keyOf(ids[0]!)
  await rm(path.join(root, key), { recursive: true })
  await rm(listIn(root))
  await again()
  expect(archive.facts()).toMatchObject({ gone: { count: 1, folders: [key] }, list: { state: 'missing' } })
  await archive.acceptRemoval()
  await archive.acceptList()
  expect(archive.facts().gone.count).toBe(0)
  await archive.locations.syncCopy()
  await again()
  expect(archive.facts()).toMatchObject({ statements: 2, gone: { count: 0 } })
  expect(archive.facts().list).toBeUndefined()
  expect(await text(root)).toMatch(new RegExp(`^# removed \\S+ ${key.replace(/[()]/g, '\\$&')}$`, 'm'))
})

test('reports a changed line without correcting it, until the user accepts the list', async () => {
  const key = keyOf(ids[0]!)
  const changed = (await text(root)).replace(
    new RegExp(`^[0-9a-f]{64}(?=  ${key.replace(/[()]/g, '\\$&')}/USDP.*pdf)`, 'm'),
    'f'.repeat(64)
  )
  await writeFile(listIn(root), changed)
  await again()
  await archive.verify()
  expect(archive.facts().list?.state).toBe('changed')
  expect(await text(root)).toBe(changed)
})

test('accepts additions by another computer while this one is reading', async () => {
  const other = await freshFolder()
  await cp(path.join(folder, 'archive.json'), path.join(other, 'archive.json'))
  const second = await openArchive(other, {
    usualRoot: root,
    lock: { id: 'second', host: 'ledger-2', pid: 7, alive: () => true }
  })
  expect(second.facts()).toMatchObject({ statements: 3, readOnly: expect.stringMatching(/Another Leadline/) })
  archive.fetch(id(4))
  await archive.fetched()
  await archive.dispose()
  await second.rebuild()
  expect(second.state()).toMatchObject({ statements: 4 })
  expect(second.facts().list).toBeUndefined()
  expect(second.view.all().every(({ state }) => state === 'unaltered')).toBe(true)
  await second.dispose()
  archive = await openArchive(folder)
})

test('adds the lines of an archive older than the list once', async () => {
  const whole = await text(root)
  await archive.dispose()
  await rm(listIn(root))
  const settings = path.join(folder, 'archive.json')
  const { list: _list, ...before } = JSON.parse(await readFile(settings, 'utf8')) as Record<string, unknown>
  await writeFile(settings, JSON.stringify(before))
  archive = await openArchive(folder)
  await again()
  expect(await text(root)).toBe(whole)
  expect(archive.facts().list).toBeUndefined()
  await rm(listIn(root))
  await again()
  expect(archive.facts().list?.state).toBe('missing')
})

test('does not treat a kill while saving or writing the lists as a change by someone else', async () => {
  for (let steps = 0; ; steps += killStride) {
    const place = path.join(await freshFolder(), 'archive')
    const kept = memoryCheckpoint()
    const first = storeAt(place, { checkpoint: kept })
    await first.open()
    await save(first, { id: id(1), formats: ['STATEMENT_FORMAT_PDF'] })
    await first.dispose()
    const { disk, dead } = mortalDisk(steps)
    // As in the settings, changes apply at once and are written a step later, unless killed.
    const memory = memoryCheckpoint()
    await memory.keep('archive-1', kept.known('archive-1')!)
    const checkpoint: ListCheckpoint = {
      known: (of) => memory.known(of),
      keep: async (of, known) => {
        const saved = memory.keep(of, known)
        await disk.syncFolder(place)
        if (dead()) throw new Killed('killed')
        await saved
        await kept.keep(of, memory.known(of)!)
      }
    }
    const store = storeAt(place, { disk, checkpoint }, true)
    await store.open()
    await save(store, { id: id(2), formats: ['STATEMENT_FORMAT_PDF'] }).catch(() => {})
    // The service changed it, so that it replaces the saved one.
    await save(store, { id: id(1), total: '0.6', formats: ['STATEMENT_FORMAT_PDF'] }).catch(() => {})
    await store.dispose()
    const next = storeAt(place, { checkpoint: kept }, true)
    await next.open()
    expect(next.list.trouble).toBeNull()
    expect(next.index.gone).toEqual([])
    expect(next.index.statements.flatMap(({ faults }) => faults)).toEqual([])
    await next.dispose()
    if (!dead()) return expect(next.index.statements).toHaveLength(2)
  }
})

test('loses no statement that is saved while the list is read again', async () => {
  const place = path.join(await freshFolder(), 'archive')
  let gate = Promise.resolve()
  let isReading = false
  const { counted, quiet } = countedDisk()
  const disk: Disk = {
    ...counted,
    async *read(file) {
      const parts = await partsOf(counted.read(file))
      if (file.endsWith('SHA256SUMS')) {
        isReading = true
        await gate
      }
      yield* parts
    }
  }
  const store = storeAt(place, { disk })
  await store.open()
  await save(store, { id: id(1) })
  await store.written()
  isReading = false
  let letGo = () => {}
  gate = new Promise<void>((done) => (letGo = done))
  const opening = store.open()
  await expect.poll(() => isReading).toBe(true)
  const { key } = await save(store, { id: id(2) })
  const writing = store.written()
  // It may not be written before the list has been read.
  await quiet()
  letGo()
  await Promise.all([opening, writing])
  expect(store.list.expected(key)).not.toBeNull()
  await store.dispose()
})

async function partsOf(file: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part)
  return parts
}

/** `quiet` resolves when nothing runs on the disk. */
function countedDisk() {
  let running = 0
  const during = async <T>(work: Promise<T>): Promise<T> => {
    running += 1
    return work.finally(() => (running -= 1))
  }
  const countedIn = <T extends object>(one: T): T =>
    new Proxy(one, {
      get(target, name) {
        const work: unknown = Reflect.get(target, name)
        if (typeof work !== 'function') return work
        return async (...args: readonly unknown[]) => {
          const answer = await during(Reflect.apply(work, target, args) as Promise<unknown>)
          return name === 'create' ? countedIn(answer as object) : answer
        }
      }
    })
  const counted: Disk = {
    ...countedIn(realDisk),
    async *read(file) {
      yield* await during(partsOf(realDisk.read(file)))
    }
  }
  const quiet = async () => {
    for (let turns = 0; turns < 20; turns = running > 0 ? 0 : turns + 1) await setImmediate()
  }
  return { counted, quiet }
}
