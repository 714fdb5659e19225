import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import type { ArchiveState } from '#shared/contract/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { closedArchive } from './opened'
import { id } from './support'

async function open(folder: string, reading: () => Promise<void> = async () => {}) {
  const told: ArchiveState[] = []
  const archive = await closedArchive(folder, {
    disk: {
      ...realDisk,
      async list(place) {
        await reading()
        return realDisk.list(place)
      }
    },
    changed: (state) => told.push(state)
  })
  return { archive, told }
}

test('while a slow drive opens nobody says that it is empty or another’s, and what was asked for waits', async () => {
  const folder = await freshFolder()
  const { archive: before } = await open(folder)
  await before.start()
  before.fetch(id(1))
  await before.fetched()
  await before.close()

  let arrive = () => {}
  const drive = new Promise<void>((resolve) => (arrive = resolve))
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const { archive, told } = await open(folder, async () => {
    asked()
    await drive
  })
  expect(archive.state()).toMatchObject({ opening: true, fault: null, readOnly: null })
  const started = archive.start()
  await isAsked
  expect(archive.state()).toMatchObject({ opening: true, statements: 0, fault: null, readOnly: null })
  const early: readonly (() => unknown)[] = [
    () => archive.fetch(id(2)),
    () => archive.fetchWanted(),
    () => archive.verify(),
    () => archive.places.restore(),
    () =>
      archive.export(path.join(folder, 'a.zip'), {
        profileId: null,
        from: '2026-10',
        to: '2026-10',
        assets: []
      }),
    () => archive.places.move(path.join(folder, 'other')),
    () => archive.places.useOther(path.join(folder, 'other')),
    () => archive.places.chooseCopy(path.join(folder, 'copy')),
    () => archive.forgetGone()
  ]
  for (const ask of early) {
    const problem: unknown = await Promise.resolve()
      .then(ask)
      .catch((thrown: unknown) => thrown)
    expect(problem).toMatchObject({
      problem: {
        code: 'archive.opening',
        sentence: expect.stringMatching(/is being opened/),
        retryable: true
      }
    })
  }
  // As the windows ask: they wait until it is open.
  const waiting = archive.opened().then(() => archive.fetch(id(2)))
  arrive()
  await started
  await waiting
  await archive.fetched()
  expect(archive.state()).toMatchObject({ opening: false, statements: 2, wantedCount: 0 })
  expect(told.filter(({ statements }) => statements === 0).every(({ opening }) => opening)).toBe(true)
  await archive.close()
})

test('one that does not open is no longer being opened', async () => {
  const folder = await freshFolder()
  const { archive } = await open(folder, () => Promise.reject(new Error('the drive is broken')))
  const started = archive.start()
  await archive.opened()
  await started
  expect(archive.state()).toMatchObject({ opening: false, fault: expect.any(String) })
  await archive.close()
})
