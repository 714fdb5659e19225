import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { goodFetch, id, save, storeAt } from './support'

const lockName = 'leadline-archive.lock'

test('keeps files that are being saved when the lock is reacquired meanwhile', async () => {
  const root = await freshFolder()
  let goOn = () => {}
  let loading = false
  const hung = new Promise<void>((resolve) => (goOn = resolve))
  const store = storeAt(root, {
    fetch: async (url) => {
      // The second file, while the first is partially saved.
      if (url.includes('/1?')) {
        loading = true
        await hung
      }
      return goodFetch(url)
    }
  })
  await store.open()
  const saved = save(store)
  await expect.poll(() => loading).toBe(true)
  // Another instance briefly had the lock.
  const lock = path.join(root, lockName)
  await rename(lock, `${lock}.away`)
  await expect(store.mayWrite()).rejects.toThrow(/Another Leadline/)
  await store.open()
  expect(store.readOnly).toBeNull()
  const names = await readdir(root, { recursive: true })
  expect(names.filter((name) => name.endsWith('.pdf.part'))).toHaveLength(1)
  goOn()
  expect((await saved).faults).toEqual([])
  expect(store.index.statements).toHaveLength(1)
  await store.dispose()
})

test('does not switch archives if another instance has begun to write to the old one', async () => {
  const folder = await freshFolder()
  const root = path.join(folder, 'statements')
  const target = path.join(folder, 'drive')
  let stolen = false
  const disk = {
    ...realDisk,
    async rename(from: string, to: string) {
      await realDisk.rename(from, to)
      if (stolen || !to.startsWith(target) || !to.endsWith('.pdf')) return
      stolen = true
      const lock = path.join(root, lockName)
      const own = JSON.parse(await readFile(lock, 'utf8')) as object
      await writeFile(lock, JSON.stringify({ ...own, id: 'another', host: 'ledger-2', machine: 'machine-2' }))
    }
  }
  const archive = await openArchive(folder, { disk })
  archive.fetch([id(1), id(2)].join())
  await archive.fetched()
  await expect(archive.locations.move(target)).rejects.toThrow(/Another Leadline on ledger-2/)
  expect(stolen).toBe(true)
  expect(archive.state()).toMatchObject({ folder: root, statements: 2 })
  await expect(readdir(target)).rejects.toThrow(/ENOENT/)
  await archive.dispose()
})
