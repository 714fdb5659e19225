import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyAll, removeDoubles } from '#engine/records/statements/maintenance/move'
import { realDisk } from '#engine/records/statements/index'
import { verifyAll } from '#engine/records/statements/maintenance/verify'
import { memoryCheckpoint } from '#engine/records/statements/store/list-checkpoint'
import { freshFolder } from '../../../../integration/support/folder'
import {
  id,
  killStride,
  mortalDisk,
  namesBelow,
  quickClock,
  save,
  storeAt,
  systemProblem,
  watchedDisk
} from './support'

const verified = async (root: string) => {
  const store = storeAt(root, {}, true)
  await store.open()
  expect(store.fault ?? store.readOnly).toBeNull()
  const { signal } = new AbortController()
  const result = await verifyAll({ disk: realDisk, clock: quickClock, store, signal, onProgress: () => {} })
  const keys = store.index.statements.map(({ key }) => key)
  await store.dispose()
  expect(result).toMatchObject({ altered: 0, missing: 0, unknown: 0 })
  expect((await namesBelow(root)).filter((name) => /part|lock/.test(name))).toEqual([])
  return keys
}

async function archiveWith(root: string, count: number): Promise<void> {
  const store = storeAt(root)
  await store.open()
  for (let number = 1; number <= count; number += 1) await save(store, { id: id(number) })
  await store.dispose()
}

test('survives a kill at every step of saving: the new statement is complete or absent', async () => {
  const start = path.join(await freshFolder(), 'start')
  await archiveWith(start, 1)
  let whole = 0
  let steps = 0
  for (; ; steps += killStride) {
    const root = path.join(await freshFolder(), 'archive')
    await cp(start, root, { recursive: true })
    const { disk, dead } = mortalDisk(steps)
    const store = storeAt(root, { disk }, true)
    await store.open()
    const saved = await save(store, { id: id(2) }).then(
      () => true,
      () => false
    )
    const keys = await verified(root)
    expect(keys.length).toBeGreaterThanOrEqual(saved ? 2 : 1)
    if (keys.length === 2) whole += 1
    if (!dead()) break
  }
  expect(steps).toBeGreaterThan(20)
  // After some kills the next start completes the operation.
  expect(whole).toBeGreaterThan(2)
})

test('survives a kill at every step of repairing: the altered file is kept until the intact one is saved', async () => {
  const start = path.join(await freshFolder(), 'start')
  await archiveWith(start, 1)
  const [pdf] = (await namesBelow(start)).filter((name) => name.endsWith('.pdf'))
  await writeFile(path.join(start, pdf!), 'altered')
  for (let steps = 0; ; steps += killStride) {
    const root = path.join(await freshFolder(), 'archive')
    await cp(start, root, { recursive: true })
    const { disk, dead } = mortalDisk(steps)
    const checkpoint = memoryCheckpoint()
    const store = storeAt(root, { disk, checkpoint }, true)
    await store.open()
    await save(store).catch(() => {})
    const next = storeAt(root, { checkpoint }, true)
    await next.open()
    await next.dispose()
    const names = (await namesBelow(root)).filter((name) => name.includes('.pdf'))
    const contents = await Promise.all(names.map((name) => readFile(path.join(root, name), 'utf8')))
    expect(contents).toContain('altered')
    expect(names.every((name) => !name.endsWith('.part'))).toBe(true)
    const good = contents.some((text) => text.startsWith('%PDF'))
    expect(next.index.statements[0]!.faults).toEqual(
      good ? [] : [{ name: path.basename(pdf!), state: 'altered' }]
    )
    if (!dead()) return expect(good).toBe(true)
  }
})

test.each(['ENOSPC', 'EIO', 'EROFS', 'EACCES'])(
  'survives %s at any step of writing: reports it, loses nothing, and recovers with the disk',
  async (code) => {
    const start = path.join(await freshFolder(), 'start')
    await archiveWith(start, 1)
    for (let fails = 1; ; fails += killStride) {
      const root = path.join(await freshFolder(), 'archive')
      await cp(start, root, { recursive: true })
      const before = await namesBelow(root)
      let armed = 0
      let count = 0
      const disk = watchedDisk((_step, what) => {
        if (armed === 0 || !/create|write|sync|makeFolder|rename/.test(what)) return
        count += 1
        // A full disk stays full.
        if (count >= fails) throw systemProblem(code)
      })
      const store = storeAt(root, { disk }, true)
      await store.open()
      armed = 1
      const outcome = await save(store, { id: id(2) }).then(
        () => null,
        (problem: unknown) => problem
      )
      armed = 0
      const stuck = (await namesBelow(root)).filter((name) => name.endsWith('.part'))
      // Only recoverable files remain, never a file without its sidecar.
      if (stuck.length > 0) expect(stuck).toContainEqual(expect.stringMatching(/statement\.json\.part$/))
      await store.dispose()
      if (outcome === null) {
        expect(fails).toBeGreaterThan(8)
        return
      }
      expect(String((outcome as { problem: { sentence: string } }).problem.sentence)).toMatch(
        /is full|reports a fault|may not write|read-only drive/
      )
      const keys = await verified(root)
      expect(keys.length).toBeGreaterThanOrEqual(1)
      if (keys.length === 1)
        expect((await namesBelow(root)).filter((name) => !name.includes('lock'))).toEqual(before)
      const again = storeAt(root, {}, true)
      await again.open()
      await save(again, { id: id(2) })
      await again.dispose()
      expect(await verified(root)).toHaveLength(2)
    }
  },
  120_000
)

test('survives a kill at every step of a move: one location is complete, and the other is emptied afterwards', async () => {
  const start = path.join(await freshFolder(), 'start')
  await archiveWith(start, 1)
  const all = await namesBelow(start)
  for (let steps = 0; ; steps += killStride) {
    const folder = await freshFolder()
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
    await cp(start, from, { recursive: true })
    const { disk, dead } = mortalDisk(steps)
    let switched = false
    const { signal } = new AbortController()
    try {
      await copyAll({ disk, signal, onProgress: () => {} }, from, to)
      switched = true
      await removeDoubles(disk, from, to)
    } catch {
      // The kill is expected; `switched` shows whether the move had switched.
    }
    const [home, other] = switched ? [to, from] : [from, to]
    expect(await namesBelow(home)).toEqual(all)
    await removeDoubles(realDisk, other, home)
    expect(await namesBelow(other)).toEqual([])
    await rm(other, { recursive: true, force: true })
    expect(await verified(home)).toHaveLength(1)
    if (!dead()) return expect(switched).toBe(true)
  }
})

test('does not remove files that were added to either location during a move', async () => {
  const folder = await freshFolder()
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
  await archiveWith(from, 1)
  const { signal } = new AbortController()
  await copyAll({ disk: realDisk, signal, onProgress: () => {} }, from, to)
  await writeFile(path.join(from, 'late.txt'), 'late')
  await writeFile(path.join(from, 'README.txt'), 'changed')
  await removeDoubles(realDisk, from, to)
  expect(await namesBelow(from)).toEqual(['README.txt', 'late.txt'])
})
