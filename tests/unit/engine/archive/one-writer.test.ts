import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Archive, realDisk, type ArchivePorts } from '../../../../electron/engine/archive'
import { freshFolder } from '../../../integration/support/folder'
import { goodFetch, id, namesBelow, owner, quickClock, statementOf } from './support'

let instances = 0
async function open(folder: string, more: Partial<ArchivePorts> = {}) {
  instances += 1
  const archive = await Archive.open({
    file: path.join(folder, `archive-${instances}.json`),
    usualRoot: path.join(folder, 'statements'),
    disk: realDisk,
    clock: quickClock,
    random: Math.random,
    fetch: goodFetch,
    lock: { id: `writer-${instances}`, host: 'here', pid: instances, alive: () => true },
    source: () => ({ owner, rest: { statements: { read: async (own) => statementOf({ id: own }) } } }),
    changed: () => {},
    warn: () => {},
    ...more
  })
  await archive.start()
  return archive
}

test('who may not write to the archive does not write to its second copy', async () => {
  const folder = await freshFolder()
  const writer = await open(folder)
  writer.fetch(id(1))
  await writer.fetched()
  const copy = path.join(folder, 'copy')
  await writer.chooseCopy(copy)
  await writer.syncCopy()
  // Of the writer, at this very moment.
  const part = path.join(copy, (await namesBelow(copy)).find((name) => name.endsWith('.pdf'))! + '.part')
  await writeFile(part, 'half')
  const settings = JSON.parse(
    await readFile(path.join(folder, `archive-${instances}.json`), 'utf8')
  ) as object
  await writeFile(path.join(folder, `archive-${instances + 1}.json`), JSON.stringify(settings))
  const reader = await open(folder)
  await reader.syncCopy()
  expect(reader.state()).toMatchObject({ readOnly: expect.stringContaining('Another Leadline') as string })
  expect(await readFile(part, 'utf8')).toBe('half')
  await writer.syncCopy()
  await reader.close()
  await writer.close()
})

test('what is asked for while a stopped run comes to its end is fetched after it', async () => {
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
  expect(archive.state()).toMatchObject({ statements: 2, wantedCount: 1 })
  await archive.close()
})
