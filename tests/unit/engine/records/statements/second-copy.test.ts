import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CopyState } from '#engine/records/statements/facts'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { openArchive } from './opened'
import { id, namesBelow } from './support'

const statementsIn = async (root: string) =>
  (await namesBelow(root)).filter((name) => name.endsWith('statement.json')).length

async function withCopy(folder: string, clock: HandClock) {
  const archive = await openArchive(folder, { clock })
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  archive.fetch(id(1))
  await archive.fetched()
  await archive.locations.syncCopy()
  // Prevents an automatic verification, which would also read the copy.
  await archive.verify()
  return archive
}

test('syncs a copy automatically once its drive is back', async () => {
  const folder = await freshFolder()
  const copy = path.join(folder, 'copy')
  const clock = new HandClock()
  const archive = await withCopy(folder, clock)
  await rename(copy, `${copy} away`)
  archive.fetch(id(2))
  await archive.fetched()
  await expect.poll(() => archive.facts().copy?.fault).toMatch(/Is its drive connected/)
  await expect.poll(() => archive.facts().copy?.running).toBe(false)
  await rename(`${copy} away`, copy)
  clock.advance(60_000)
  await expect.poll(() => archive.facts().copy).toMatchObject({ inStep: 2, fault: null, running: false })
  expect(await statementsIn(copy)).toBe(2)
  await archive.dispose()
})

test('syncs a copy without a fetch once the archive’s own drive is back', async () => {
  const folder = await freshFolder()
  const copy = path.join(folder, 'copy')
  const clock = new HandClock()
  const before = await withCopy(folder, clock)
  const root = before.state().folder
  await before.dispose()
  // The copy does not have the latest statement yet.
  const ahead = await openArchive(folder, { clock })
  ahead.fetch(id(2))
  await ahead.fetched()
  await ahead.locations.syncCopy()
  const { key } = ahead.view.all().find((row) => row.id === id(2))!
  await ahead.dispose()
  await rm(path.join(copy, key), { recursive: true })
  await rename(root, `${root} away`)
  const archive = await openArchive(folder, { clock })
  expect(archive.facts()).toMatchObject({ fault: expect.any(String), statements: 0 })
  await rename(`${root} away`, root)
  // Long before the next automatic check of the copy.
  clock.advance(15_000)
  await expect.poll(() => archive.facts().copy).toMatchObject({ inStep: 2, behind: 0, running: false })
  expect(archive.facts()).toMatchObject({ fault: null, statements: 2, readOnly: null })
  expect(await statementsIn(copy)).toBe(2)
  await archive.dispose()
})

const isLookedAt = ({ inStep, running }: CopyState) => inStep !== 1 || running

test('does not scan the copy for each of many new statements', async () => {
  const folder = await freshFolder()
  const clock = new HandClock()
  const archive = await withCopy(folder, clock)
  clock.advance(10)
  let saved = 0
  let looked = false
  archive.fetch(Array.from({ length: 40 }, (_, index) => id(index + 2)).join())
  while (archive.state().run!.running) {
    saved = archive.state().run!.counts.saved
    if (saved > 0 && saved < 40 && isLookedAt(archive.facts().copy!)) looked = true
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([saved > 0, looked]).toEqual([true, false])
  await expect.poll(() => archive.facts().copy).toMatchObject({ inStep: 41, behind: 0 })
  await archive.dispose()
})
