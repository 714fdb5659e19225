import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id } from './support'

const deskA = { environment: 'production', profile: { id: 'a', name: 'Desk A' } }
const deskB = { environment: 'production', profile: { id: 'b', name: 'Desk B' } }

test('counts statements that only other connections can fetch, per connection, and does not fetch them', async () => {
  const folder = await freshFolder()
  let owner = deskA
  const archive = await openArchive(folder, { source: () => sourceOf(undefined, owner) })
  archive.fetch([id(1), id(2)].join())
  await archive.fetched()
  owner = deskB
  archive.fetch([id(3), id(4), id(5)].join())
  await archive.fetched()
  expect(archive.refetch()).toMatchObject({ count: 0 })
  expect(archive.refetch().elsewhere).toBeUndefined()
  const folderOf = (number: number) =>
    archive.view.folder(archive.view.all().find((row) => row.id === id(number))!.key)
  // One of this connection and two of the other: altered, missing, without its record.
  await writeFile(path.join(folderOf(1), 'USDP-2026-10.csv'), 'x')
  await rm(folderOf(3), { recursive: true })
  await rm(path.join(folderOf(4), 'statement.json'))
  await archive.rebuild()
  owner = deskA
  const first = archive.refetch()
  expect([first.count, first.elsewhere]).toEqual([1, [{ connection: 'Desk B', count: 2 }]])
  await archive.fetched()
  const second = archive.refetch()
  expect([second.count, second.elsewhere]).toEqual([0, [{ connection: 'Desk B', count: 2 }]])
  owner = deskB
  const third = archive.refetch()
  expect([third.count, third.elsewhere]).toEqual([2, undefined])
  await archive.fetched()
  expect(archive.facts()).toMatchObject({ statements: 5, gone: { count: 0 } })
  await archive.dispose()
})
