import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import type { StatementsState } from '#shared/contract/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { closedArchive } from './opened'
import { id } from './support'

async function open(folder: string, reading: () => Promise<void> = async () => {}) {
  const states: StatementsState[] = []
  const archive = await closedArchive(folder, {
    disk: {
      ...realDisk,
      async list(place) {
        await reading()
        return realDisk.list(place)
      }
    },
    changed: ({ state }) => states.push(state)
  })
  return { archive, states }
}

test('reports an archive on a slow drive as opening, and refuses or delays requests until it is open', async () => {
  const folder = await freshFolder()
  const { archive: before } = await open(folder)
  await before.start()
  before.fetch(id(1))
  await before.fetched()
  await before.dispose()

  let arrive = () => {}
  const drive = new Promise<void>((resolve) => (arrive = resolve))
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const { archive, states } = await open(folder, async () => {
    asked()
    await drive
  })
  expect(archive.facts()).toMatchObject({ opening: true, fault: null, readOnly: null })
  const started = archive.start()
  await isAsked
  expect(archive.facts()).toMatchObject({ opening: true, statements: 0, fault: null, readOnly: null })
  const early: readonly (() => unknown)[] = [
    () => archive.fetch(id(2)),
    () => archive.refetch(),
    () => archive.verify(),
    () => archive.locations.restore(),
    () =>
      archive.export(path.join(folder, 'a.zip'), {
        profileId: null,
        from: '2026-10',
        to: '2026-10',
        assets: []
      }),
    () => archive.locations.move(path.join(folder, 'other')),
    () => archive.locations.useOther(path.join(folder, 'other')),
    () => archive.locations.chooseCopy(path.join(folder, 'copy')),
    () => archive.acceptRemoval()
  ]
  for (const ask of early) {
    const problem: unknown = await Promise.resolve()
      .then(ask)
      .catch((thrown: unknown) => thrown)
    expect(problem).toMatchObject({
      problem: {
        code: 'statements.opening',
        sentence: expect.stringMatching(/is being opened/),
        retryable: true
      }
    })
  }
  // Requests of windows wait until the archive is open.
  const waiting = archive.opened().then(() => archive.fetch(id(2)))
  arrive()
  await started
  await waiting
  await archive.fetched()
  expect(archive.state()).toMatchObject({ opening: false, statements: 2, requestCount: 0 })
  expect(states.filter(({ statements }) => statements === 0).every(({ opening }) => opening)).toBe(true)
  await archive.dispose()
})

test('stops opening after a failure', async () => {
  const folder = await freshFolder()
  const { archive } = await open(folder, () => Promise.reject(new Error('the drive is broken')))
  const started = archive.start()
  await archive.opened()
  await started
  expect(archive.facts()).toMatchObject({ opening: false, fault: expect.any(String) })
  await archive.dispose()
})
