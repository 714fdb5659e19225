import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id, owner, statementOf } from './support'

const inSandbox = { ...owner, environment: 'sandbox' }
const inProduction = { ...owner, environment: 'production' }

test('does not treat a statement as present in another environment of the same connection', async () => {
  const folder = await freshFolder()
  let now = inSandbox
  const archive = await openArchive(folder, { source: () => sourceOf(undefined, now) })
  archive.fetch(id(1))
  await archive.fetched()
  now = inProduction
  archive.sourceChanged()
  archive.fetch(id(1))
  await archive.fetched()
  expect(archive.state().run?.counts).toMatchObject({ saved: 1, present: 0 })
  expect(
    archive.view
      .all()
      .map(({ environment }) => environment)
      .toSorted()
  ).toEqual(['production', 'sandbox'])
  archive.fetch(id(1))
  await archive.fetched()
  expect(archive.state().run?.counts).toMatchObject({ saved: 0, present: 1 })
  // A damaged file is not repaired from another environment.
  const own = archive.view.all().find(({ environment }) => environment === 'sandbox')!
  await appendFile(path.join(archive.view.folder(own.key), own.files[1]!.name), 'x')
  await archive.verify()
  expect(archive.refetch('damaged')).toMatchObject({ count: 0, elsewhere: [{ count: 1 }] })
  now = inSandbox
  archive.sourceChanged()
  expect(archive.refetch('damaged')).toMatchObject({ count: 1 })
  await archive.fetched()
  expect(archive.view.all().every(({ state }) => state === 'unaltered')).toBe(true)
  await archive.dispose()
})

test('does not request pending IDs from another environment, or continue a run there', async () => {
  const folder = await freshFolder()
  let now = inSandbox
  let broken = true
  const asked: string[] = []
  const archive = await openArchive(folder, {
    source: () =>
      sourceOf((own) => {
        asked.push(`${now.environment} ${own}`)
        if (broken) throw fail('rest.not-found', 'The service knows no such statement.')
        return statementOf({ id: own })
      }, now)
  })
  archive.fetch([id(1), id(2)].join())
  await archive.fetched()
  expect(archive.state().requestCount).toBe(2)
  now = inProduction
  archive.sourceChanged()
  broken = false
  expect(archive.state()).toMatchObject({ requestCount: 0, wanted: [] })
  expect(archive.refetch('failed')).toMatchObject({ count: 0 })
  archive.fetch(id(3))
  await archive.fetched()
  now = inSandbox
  archive.sourceChanged()
  expect(archive.state().requestCount).toBe(2)
  archive.refetch('failed')
  now = inProduction
  archive.sourceChanged()
  await archive.fetched()
  expect(asked.filter((one) => one.startsWith('production'))).toEqual([`production ${id(3)}`])
  await archive.dispose()
})
