import { appendFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { Removals } from '#engine/records/statements/store/removals'
import { systemClock } from '#engine/base/clock'
import { fail } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id, mortalDisk, statementOf } from './support'

const bare = (text: string) => text.replace(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z {2}/gm, '')

test('records accepted removals in the archive with their time, after the existing text', async () => {
  const folder = await freshFolder()
  const root = path.join(folder, 'statements')
  const archive = await openArchive(folder, {
    source: () =>
      sourceOf((own) => {
        if (own === id(7)) throw fail('rest.not-found', 'The service knows no such statement.')
        return statementOf({ id: own })
      })
  })
  archive.fetch([id(1), id(2), id(7)].join())
  await archive.fetched()
  const keys = archive.view.all().map(({ key }) => key)
  await rm(path.join(root, keys[0]!), { recursive: true })
  await archive.rebuild()
  expect(archive.facts().gone.count).toBe(1)
  await archive.acceptRemoval()
  expect(archive.facts().gone.count).toBe(0)
  const file = path.join(root, 'leadline-removed.txt')
  const first = await readFile(file, 'utf8')
  expect(first).toMatch(/^What was dismissed or removed in this archive/)
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}removed by the user {2}/m)
  expect(bare(first).trimEnd().split('\n').at(-1)).toBe(`removed by the user  ${keys[0]}`)
  // A line that the user added without a line break.
  await appendFile(file, 'seen by audit')
  await archive.cancelRequests('failed')
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  await archive.locations.syncCopy()
  await archive.locations.dropCopy()
  const text = await readFile(file, 'utf8')
  expect(text.startsWith(first)).toBe(true)
  expect(bare(text.slice(first.length)).split('\n')).toEqual([
    'seen by audit',
    `request cancelled  ${id(7)}`,
    `second copy no longer kept in  ${path.join(folder, 'copy')}`,
    ''
  ])
  // It belongs to the archive and moves with it.
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unknown: 0 })
  await archive.locations.move(path.join(folder, 'new place'))
  expect(await readFile(path.join(folder, 'new place', 'leadline-removed.txt'), 'utf8')).toBe(text)
  await archive.dispose()
})

test('does not accept a removal that cannot be recorded', async () => {
  const folder = await freshFolder()
  let full = false
  const disk = {
    ...realDisk,
    create: async (file: string) => {
      if (full && file.includes('leadline-removed'))
        throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return realDisk.create(file)
    }
  }
  const archive = await openArchive(folder, { disk })
  archive.fetch(id(1))
  await archive.fetched()
  await rm(archive.view.folder(archive.view.all()[0]!.key), { recursive: true })
  await archive.rebuild()
  full = true
  await expect(archive.acceptRemoval()).rejects.toThrow(/disk-full/)
  expect(archive.facts().gone.count).toBe(1)
  await archive.dispose()
})

test('leaves the complete old or new text after a kill at any step', async () => {
  for (let steps = 0; ; steps += 1) {
    const root = await freshFolder()
    const file = path.join(root, 'leadline-removed.txt')
    const noting = (disk = realDisk) =>
      new Removals({ disk, clock: systemClock, root, mayWrite: async () => {} })
    await noting().note('removed by the user', ['a/b'])
    const before = await readFile(file, 'utf8')
    const { disk, dead } = mortalDisk(steps)
    const both = noting(disk)
    const ended = await Promise.allSettled([
      both.note('removed by the user', ['c/d', 'e\nf']),
      both.note('removed by the user', ['g/h'])
    ])
    const lines = bare((await readFile(file, 'utf8')).slice(before.length)).split('\n')
    const all = ['removed by the user  c/d', 'removed by the user  e?f', 'removed by the user  g/h', '']
    expect([[''], [...all.slice(0, 2), ''], all]).toContainEqual(lines)
    for (const one of ended) if (one.status === 'rejected') expect(String(one.reason)).toMatch(/killed|disk/)
    if (!dead()) break
  }
})
