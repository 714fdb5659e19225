import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { id, namesBelow } from './support'

/** Three damaged statements with an intact copy, and a disk that pauses at each. */
async function hurtArchive() {
  const folder = await freshFolder()
  const root = path.join(folder, 'statements')
  let slow = false
  let goOn = () => {}
  const held: string[] = []
  const disk = {
    ...realDisk,
    async create(file: string) {
      if (slow && file.startsWith(root) && file.includes('USDP-')) {
        held.push(file)
        await new Promise<void>((resolve) => (goOn = resolve))
      }
      return realDisk.create(file)
    }
  }
  const archive = await openArchive(folder, { disk })
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  archive.fetch([id(1), id(2), id(3)].join())
  await archive.fetched()
  await archive.locations.syncCopy()
  for (const { key, files } of archive.view.all()) await appendFile(path.join(root, key, files[1]!.name), 'x')
  await archive.verify()
  expect(archive.view.all().map(({ state }) => state)).toEqual(['altered', 'altered', 'altered'])
  slow = true
  const next = () => goOn()
  const release = () => {
    slow = false
    goOn()
  }
  return { folder, root, archive, held, next, release }
}

test('reports the progress of a restore, and refuses other jobs meanwhile', async () => {
  const { folder, archive, held, next, release } = await hurtArchive()
  const restored = archive.locations.restore()
  await expect.poll(() => held.length).toBe(1)
  expect(archive.state().job).toMatchObject({ kind: 'restoring', done: 0, of: 3 })
  const period = { profileId: null, from: '2026-01', to: '2026-12', assets: [] }
  const others: readonly (() => Promise<unknown>)[] = [
    () => archive.locations.move(path.join(folder, 'new place')),
    () => archive.locations.useOther(folder),
    () => archive.locations.restore(),
    () => archive.export(path.join(folder, 'a.zip'), period)
  ]
  for (const ask of others)
    await expect(ask()).rejects.toThrow(/statements\.restoring: Statements are being restored/)
  next()
  await expect.poll(() => archive.state().job?.done).toBe(1)
  // A fetch waits, because two writers in a folder would remove each other’s partial files.
  archive.fetch(id(4))
  await expect.poll(() => held.length).toBe(2)
  expect(archive.state().run?.counts.waiting).toBe(1)
  release()
  expect(await restored).toMatchObject({ restored: 3, of: 3 })
  await archive.fetched()
  expect(archive.state()).toMatchObject({ job: null, statements: 4, requestCount: 0 })
  expect(archive.view.all().every(({ state }) => state === 'unaltered')).toBe(true)
  await archive.locations.move(path.join(folder, 'new place'))
  expect(archive.state().statements).toBe(4)
  await archive.dispose()
})

test('keeps restored statements when a restore is stopped, without partial ones, and can restore the rest', async () => {
  const { root, archive, held, next, release } = await hurtArchive()
  const restored = expect(archive.locations.restore()).rejects.toThrow(/statements\.stopped/)
  await expect.poll(() => held.length).toBe(1)
  next()
  await expect.poll(() => held.length).toBe(2)
  const stopped = archive.stop('restoring')
  release()
  await stopped
  await restored
  expect(archive.state().job).toBeNull()
  expect((await namesBelow(root)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await archive.locations.restore()).toMatchObject({ restored: 2, of: 2 })
  expect(archive.view.all().every(({ state }) => state === 'unaltered')).toBe(true)
  await archive.dispose()
})

test('stops a restore between two statements on quit, without a partial one', async () => {
  const { folder, root, archive, held, release } = await hurtArchive()
  const restored = expect(archive.locations.restore()).rejects.toThrow(/Leadline is quitting/)
  await expect.poll(() => held.length).toBe(1)
  const closed = archive.dispose()
  release()
  await restored
  await closed
  expect((await namesBelow(root)).filter((name) => /\.(part|lock)$/.test(name))).toEqual([])
  const again = await openArchive(folder)
  expect(again.facts()).toMatchObject({ fault: null, statements: 3 })
  await again.dispose()
})

test('does not restore statements during a fetch', async () => {
  const folder = await freshFolder()
  const archive = await openArchive(folder)
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  archive.fetch(id(1))
  await archive.fetched()
  await archive.locations.syncCopy()
  await rm(path.join(folder, 'statements', archive.view.all()[0]!.key), { recursive: true })
  await archive.rebuild()
  archive.fetch(id(2))
  await expect(archive.locations.restore()).rejects.toThrow(/are being fetched/)
  await archive.fetched()
  expect(await archive.locations.restore()).toMatchObject({ restored: 1, of: 1 })
  await archive.dispose()
})
