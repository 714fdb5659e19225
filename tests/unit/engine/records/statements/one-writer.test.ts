import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ArchivePorts } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { goodFetch, id, namesBelow } from './support'

let instances = 0
const settingsOf = (instance: number) => `archive-${instance}.json`
const open = (folder: string, more: Partial<ArchivePorts> = {}) => {
  instances += 1
  return openArchive(folder, {
    file: path.join(folder, settingsOf(instances)),
    lock: { id: `writer-${instances}`, host: 'here', pid: instances, alive: () => true },
    ...more
  })
}

test('does not write to the second copy without write access to the archive', async () => {
  const folder = await freshFolder()
  const writer = await open(folder)
  writer.fetch(id(1))
  await writer.fetched()
  const copy = path.join(folder, 'copy')
  await writer.locations.chooseCopy(copy)
  await writer.locations.syncCopy()
  // The writer may be writing at the moment.
  const part = path.join(copy, (await namesBelow(copy)).find((name) => name.endsWith('.pdf'))! + '.part')
  await writeFile(part, 'half')
  const settings = JSON.parse(await readFile(path.join(folder, settingsOf(instances)), 'utf8')) as object
  await writeFile(path.join(folder, settingsOf(instances + 1)), JSON.stringify(settings))
  const reader = await open(folder)
  await reader.locations.syncCopy()
  expect(reader.facts()).toMatchObject({ readOnly: expect.stringContaining('Another Leadline') as string })
  expect(await readFile(part, 'utf8')).toBe('half')
  await writer.locations.syncCopy()
  await reader.dispose()
  await writer.dispose()
})

test('fetches IDs that were requested while a stopped run was ending', async () => {
  const folder = await freshFolder()
  let hold = true
  const archive = await open(folder, {
    fetch: (url, init) =>
      hold
        ? new Promise((_resolve, reject) =>
            init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
          )
        : goodFetch(url)
  })
  archive.fetch([id(1), id(2)].join())
  await expect.poll(() => archive.state().run?.counts.loading).toBe(2)
  const stopped = archive.stopFetch()
  hold = false
  archive.fetch([id(2), id(3)].join())
  await stopped
  await archive.fetched()
  expect(archive.state().run?.counts).toMatchObject({ saved: 2, stopped: 0 })
  expect(archive.state()).toMatchObject({ statements: 2, requestCount: 1 })
  await archive.dispose()
})
