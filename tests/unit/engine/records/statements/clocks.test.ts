import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { Verifier } from '#engine/records/statements/maintenance/verifier'
import { SettingsFile } from '#engine/records/statements/settings'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { openArchive, totalsIn } from './opened'
import { id, quickClock, save, storeAt, systemProblem, watchedDisk } from './support'

const day = 86_400_000

/** An archive whose clock is `ahead` of the correct time until it is set. */
async function opened(ahead: number) {
  const folder = await freshFolder()
  const off = { by: ahead }
  const clock = { ...quickClock, wall: () => Date.now() + off.by }
  const archive = await openArchive(folder, { clock })
  archive.fetch([id(1), id(2)].join())
  await archive.fetched()
  const [row] = archive.view.all()
  const file = path.join(archive.state().folder, row!.key, row!.files[1]!.name)
  return { folder, archive, off, file, key: row!.key }
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(file, bytes)
}

test('verifies statements that were fetched with a fast clock like all others', async () => {
  const { archive, off, file, key } = await opened(400 * day)
  off.by = 0
  const row = () => archive.view.all().find((one) => one.key === key)!
  archive.dismiss()
  await archive.rebuild()
  expect(row().provenAt).toBe(0)
  await flip(file)
  await archive.verify()
  expect(row().state).toBe('altered')
  expect(row().provenAt).toBeLessThanOrEqual(Date.now())
  expect(totalsIn(archive, { profileId: null }).leftOut.altered).toBe(1)
  expect(archive.refetch().count).toBe(1)
  await archive.fetched()
  expect(row().state).toBe('unaltered')
  await archive.dispose()
})

test('drops a finding dated by a fast clock once the file was fetched again', async () => {
  const { archive, off, file, key } = await opened(0)
  await flip(file)
  off.by = 400 * day
  await archive.verify()
  off.by = 0
  await archive.rebuild()
  const state = () => archive.view.all().find((one) => one.key === key)!.state
  expect(state()).toBe('altered')
  archive.refetch()
  await archive.fetched()
  expect(state()).toBe('unaltered')
  await archive.dispose()
})

test('ignores a verification dated in the future; reports a failed one until the next success', async () => {
  const folder = await freshFolder()
  let broken = true
  const disk = watchedDisk((_step, what) => {
    if (broken && what === 'list') throw systemProblem('EIO')
  })
  const store = storeAt(path.join(folder, 'archive'))
  await store.open()
  await save(store)
  const settings = await SettingsFile.open(path.join(folder, 'archive.json'))
  const clock = new HandClock()
  await settings.change({
    id: 'archive-1',
    verification: {
      at: clock.wall() + 30 * day,
      files: 0,
      unaltered: 0,
      altered: 0,
      missing: 0,
      unknown: 0,
      faults: [],
      copy: null
    }
  })
  await store.dispose()
  const other = storeAt(path.join(folder, 'archive'), { disk: realDisk }, true)
  await other.open()
  const read = storeAt(path.join(folder, 'archive'), { disk }, true)
  broken = false
  await read.open()
  broken = true
  const control = { signal: new AbortController().signal, report: () => {} }
  const verifier = new Verifier({
    disk,
    clock,
    store: () => read,
    settings,
    copy: { folder: null, idle: async () => {}, repair: async () => true },
    jobs: { now: null, run: async (_kind, work) => work(control) },
    changed: () => {},
    rowsChanged: () => {}
  })
  verifier.start()
  clock.advance(61_000)
  await expect
    .poll(() => verifier.failed)
    .toMatchObject({ sentence: expect.stringMatching(/reports a fault/) })
  broken = false
  clock.advance(600_001)
  await expect.poll(() => settings.content.verification?.unaltered).toBe(2)
  await expect.poll(() => verifier.failed).toBeNull()
  expect(settings.content.verification!.at).toBeLessThanOrEqual(clock.wall())
  verifier.dispose()
  await read.dispose()
  await other.dispose()
})
