import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Archive, realDisk } from '../../../../electron/engine/archive'
import { mostFaultsTold } from '../../../../electron/shared/contract/archive'
import { freshFolder } from '../../../integration/support/folder'
import { goodFetch, id, owner, quickClock, statementOf } from './support'

const count = mostFaultsTold / 2 + 10

async function open(folder: string) {
  const archive = await Archive.open({
    file: path.join(folder, 'archive.json'),
    usualRoot: path.join(folder, 'statements'),
    disk: realDisk,
    clock: quickClock,
    random: Math.random,
    fetch: goodFetch,
    lock: { id: `test-${Math.random()}`, host: 'here', pid: 1, alive: () => false },
    source: () => ({ owner, rest: { statements: { read: async (own) => statementOf({ id: own }) } } }),
    changed: () => {},
    warn: () => {}
  })
  await archive.start()
  return archive
}

test('however many files are hurt, none of them is shown as proven, after a restart neither', async () => {
  const folder = await freshFolder()
  const archive = await open(folder)
  archive.fetch(Array.from({ length: count }, (_, index) => id(index + 1)).join())
  await archive.fetched()
  for (const { key, files } of archive.view.all()) {
    for (const { name } of files) {
      const file = path.join(archive.view.folder(key), name)
      const bytes = await readFile(file)
      bytes[10]! ^= 1
      await writeFile(file, bytes)
    }
  }
  await archive.verify()
  const { verification } = archive.state()
  expect(verification).toMatchObject({ altered: 2 * count, unaltered: 0 })
  expect(verification!.faults).toHaveLength(mostFaultsTold)
  const states = (one: Archive) =>
    new Set(one.view.all().flatMap(({ state, files }) => [state, ...files.map((file) => file.state)]))
  expect(states(archive)).toEqual(new Set(['altered']))
  expect(archive.view.totals({ profileId: null }).leftOut).toEqual({ altered: 1, missing: 0, unfinished: 0 })
  await archive.close()
  const next = await open(folder)
  expect(states(next)).toEqual(new Set(['altered']))
  expect(next.state().verification!.faults).toHaveLength(mostFaultsTold)
  await next.close()
}, 60_000)
