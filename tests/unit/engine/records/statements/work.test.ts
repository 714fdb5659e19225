import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { openArchive, sourceOf } from './opened'
import { id, save, statementOf, storeAt } from './support'

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => id(from + index)).join()

test('pushes successive rows a few times a second at most, and the last one at once', async () => {
  const folder = await freshFolder()
  const clock = new HandClock()
  const waiting: (() => void)[] = []
  const read = async (own: string) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return statementOf({ id: own })
  }
  const archive = await openArchive(folder, { clock, source: () => sourceOf(read) })
  clock.advance(1000)
  const versions = [archive.state().version]
  archive.fetch(ids(1, 20))
  for (let count = 1; count <= 20; count += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()!()
    await expect.poll(() => archive.state().statements).toBe(count)
    clock.advance(100)
    const { version } = archive.state()
    if (version !== versions.at(-1)) versions.push(version)
  }
  expect(versions.length).toBeGreaterThan(2)
  expect(versions.length).toBeLessThanOrEqual(7)
  await archive.fetched()
  const { version } = archive.state()
  clock.advance(10_000)
  expect([archive.state().version, archive.view.all().length]).toEqual([version, 20])
  await archive.dispose()
})

test('polls only the lock while waiting, and scans the archive once it is free', async () => {
  const folder = await freshFolder()
  const clock = new HandClock()
  const writer = storeAt(folder, { clock })
  await writer.open()
  for (let count = 1; count <= 5; count += 1) await save(writer, { id: id(count) })
  let listed = 0
  let asked = 0
  let changed = 0
  const disk = {
    ...realDisk,
    list: async (place: string) => ((listed += 1), realDisk.list(place)),
    size: async (file: string) => {
      if (file.endsWith('.lock')) asked += 1
      return realDisk.size(file)
    }
  }
  const lock = { id: 'reader', host: 'there', machine: 'machine-2', pid: 77, alive: () => true }
  const reader = storeAt(folder, { clock, disk, lock, changed: () => void (changed += 1) })
  await reader.open()
  expect(reader.readOnly?.code).toBe('statements.locked')
  expect(reader.index.statements).toHaveLength(5)
  await writer.written()
  const [lists, changes] = [listed, changed]
  for (let times = 0; times < 4; times += 1) {
    const before = asked
    clock.advance(15_000)
    await expect.poll(() => asked).toBeGreaterThan(before)
    // The writer’s next heartbeat, and the reader’s next poll.
    await expect.poll(() => clock.waiting).toBe(2)
  }
  expect([listed, changed]).toEqual([lists, changes])
  await save(writer, { id: id(6) })
  await writer.dispose()
  clock.advance(15_000)
  await expect.poll(() => reader.index.statements.length).toBe(6)
  expect([reader.readOnly, listed > lists]).toEqual([null, true])
  await reader.dispose()
})

test('saves requested IDs before confirming them, and loses none to a kill at that moment', async () => {
  const folder = await freshFolder()
  const hanging = (_url: unknown, { signal }: { readonly signal?: AbortSignal | null } = {}) =>
    new Promise<never>((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)))
  const archive = await openArchive(folder, { clock: new HandClock(), fetch: hanging })
  archive.fetch(ids(1, 300))
  await archive.remembered()
  const written = await readFile(path.join(folder, 'archive.json'), 'utf8')
  const killed = path.join(await freshFolder(), 'after')
  await mkdir(killed)
  await writeFile(
    path.join(killed, 'archive.json'),
    written.replace(/"id": "[^"]*",\n {2}"root"/, '"id": null,\n  "root"')
  )
  const next = await openArchive(killed)
  expect(next.state().requestCount).toBe(300)
  await next.dispose()
  await archive.dispose()
})
