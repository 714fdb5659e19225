import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { syncCopy } from '#engine/records/statements/maintenance/sync-copy'
import { openLocation } from '#engine/records/statements/store/mark'
import { realDisk, type Disk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { id, killStride, mortalDisk, namesBelow, save, storeAt, systemProblem, watchedDisk } from './support'

async function archiveOf(count: number) {
  const folder = await freshFolder()
  const [root, copy] = [path.join(folder, 'archive'), path.join(folder, 'copy')]
  const store = storeAt(root)
  await store.open()
  for (let number = 1; number <= count; number += 1) await save(store, { id: id(number) })
  await openLocation(realDisk, copy, { id: 'archive-1', expected: false })
  const { signal } = new AbortController()
  const sync = (disk: Disk = realDisk) =>
    syncCopy({ disk, store, id: 'archive-1', signal, onProgress: () => {} }, copy)
  return { root, copy, store, sync }
}

const contents = async (root: string) => {
  const names = (await namesBelow(root)).filter((name) => !/lock|leadline-archive/.test(name))
  return Promise.all(names.map(async (name) => [name, await readFile(path.join(root, name), 'latin1')]))
}

test('survives a kill at every step of copying: the archive is unchanged and the next start completes the copy', async () => {
  for (let steps = 0; ; steps += killStride) {
    const { root, copy, store, sync } = await archiveOf(1)
    const before = await contents(root)
    const { disk, dead } = mortalDisk(steps)
    await sync(disk).catch(() => {})
    expect(await contents(root)).toEqual(before)
    expect(await sync()).toEqual({ inStep: 1, behind: 0, fault: null, disagreeing: [] })
    expect(await contents(copy)).toEqual(before)
    await store.dispose()
    if (!dead()) return expect(steps).toBeGreaterThan(15)
  }
})

test('reports a full drive as a fault of the copy only, and leaves no partial file', async () => {
  const { copy, root, store, sync } = await archiveOf(3)
  const before = await contents(root)
  let left = 5
  const full = watchedDisk((_step, what) => {
    if (what === 'write' && --left < 0) throw systemProblem('ENOSPC')
  })
  await expect(sync(full)).rejects.toMatchObject({ problem: { code: 'statements.disk-full' } })
  expect(await contents(root)).toEqual(before)
  expect((await namesBelow(copy)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await sync()).toMatchObject({ inStep: 3, behind: 0 })
  expect(await contents(copy)).toEqual(before)
  await store.dispose()
})

test('does not copy altered files, and repairs damaged files in the copy', async () => {
  const { copy, root, store, sync } = await archiveOf(2)
  await sync()
  const good = await contents(copy)
  const files = (await namesBelow(root)).filter((name) => name.endsWith('.csv'))
  await writeFile(path.join(root, files[0]!), 'altered, and longer than it was before by some letters or so')
  await store.rebuild()
  expect(await sync()).toMatchObject({ inStep: 2 })
  expect(await contents(copy)).toEqual(good)
  await writeFile(path.join(copy, files[1]!), 'short')
  await sync()
  const now = new Map((await contents(copy)) as [string, string][])
  for (const [name, text] of good) expect(now.get(name!)).toBe(text)
  await store.dispose()
})

test('reports an altered statement that the copy lacks, and does not copy it', async () => {
  const { copy, root, store, sync } = await archiveOf(2)
  const file = (await namesBelow(root)).find((name) => name.endsWith('.csv'))!
  const text = await readFile(path.join(root, file), 'utf8')
  await writeFile(path.join(root, file), text.replace('0.5', '0.6'))
  const { inStep, behind, fault } = await sync()
  expect([inStep, behind]).toEqual([1, 1])
  expect(fault).toMatch(/has changed since it was fetched/)
  expect(await namesBelow(copy)).not.toContainEqual(expect.stringMatching(/\.part$/))
  await store.dispose()
})

test('does not touch a folder that is not this copy', async () => {
  const { copy, store, sync } = await archiveOf(1)
  await writeFile(
    path.join(copy, 'leadline-archive.json'),
    JSON.stringify({ kind: 'leadline-archive', version: 1, id: 'another' })
  )
  const before = await contents(copy)
  await expect(sync()).rejects.toMatchObject({ problem: { code: 'statements.other' } })
  expect(await contents(copy)).toEqual(before)
  await store.dispose()
})
