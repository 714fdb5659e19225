import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, totalsIn } from './opened'
import { id, namesBelow, systemProblem, watchedDisk } from './support'

let archive: Archive
let root: string
let bad: (place: string) => string | null
beforeEach(async () => {
  bad = () => null
  const disk = watchedDisk((_step, what, place) => {
    const code = what === 'read' ? bad(place) : null
    if (code !== null) throw systemProblem(code)
  })
  archive = await openArchive(await freshFolder(), { disk })
  archive.fetch([id(1), id(2), id(3)].join())
  await archive.fetched()
  root = archive.state().folder
})
afterEach(() => archive.dispose())

const rowOf = (own: string) => archive.view.all().find((row) => row.id === own)!

test.each([
  ['EIO', /disk reports a fault in reading USDP-2026-10\.pdf/],
  ['EACCES', /may not read USDP-2026-10\.pdf/],
  ['EBADMSG', /cannot be read \(EBADMSG\)/]
])('reports %s in one file with its reason, and checks all others', async (code, reason) => {
  const pdf = path.join(root, rowOf(id(1)).key, 'USDP-2026-10.pdf')
  await appendFile(path.join(root, rowOf(id(3)).key, 'USDP-2026-10.csv'), 'x')
  bad = (place) => (place === pdf ? code : null)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 4, altered: 1, unreadable: 1, missing: 0 })
  expect(rowOf(id(1))).toMatchObject({ state: 'unreadable' })
  expect(rowOf(id(1)).files[0]).toMatchObject({ state: 'unreadable', reason: expect.stringMatching(reason) })
  expect([rowOf(id(2)).state, rowOf(id(3)).state]).toEqual(['unaltered', 'altered'])
  expect(totalsIn(archive, { profileId: null }).leftOut).toMatchObject({ altered: 1 })
  bad = () => null
  await archive.verify()
  expect(rowOf(id(1)).state).toBe('unaltered')
  expect(archive.facts().verification!.unreadable).toBeUndefined()
})

test('does not treat an unreadable record as missing', async () => {
  const record = path.join(root, rowOf(id(1)).key, 'statement.json')
  bad = (place) => (place === record ? 'EIO' : null)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 4, unreadable: 1, missing: 0 })
  expect(archive.facts().verification!.faults[0]).toEqual({
    place: expect.stringMatching(/statement\.json$/),
    state: 'unreadable',
    reason: expect.stringMatching(/disk reports a fault/)
  })
})

test('names the archive’s disk if a file cannot be read for copying, and copies all others', async () => {
  const { key } = rowOf(id(1))
  const pdf = path.join(root, key, 'USDP-2026-10.pdf')
  bad = (place) => (place === pdf ? 'EIO' : null)
  const target = await freshFolder()
  await archive.locations.chooseCopy(target)
  await archive.locations.syncCopy()
  const { copy } = archive.facts()
  expect(copy).toMatchObject({ inStep: 2, behind: 1 })
  expect(copy!.fault).toContain(pdf)
  expect(copy!.fault).not.toContain(target)
  expect((await namesBelow(target)).filter((name) => name.endsWith('.part'))).toEqual([])
  expect((await namesBelow(target)).filter((name) => name.endsWith('.pdf'))).toHaveLength(2)
  bad = () => null
  await archive.locations.syncCopy()
  expect(archive.facts().copy).toMatchObject({ inStep: 3, behind: 0, fault: null })
})

test('reports an unreadable file of the copy as such, and does not overwrite it', async () => {
  const target = await freshFolder()
  await archive.locations.chooseCopy(target)
  await archive.locations.syncCopy()
  const pdf = path.join(target, rowOf(id(1)).key, 'USDP-2026-10.pdf')
  bad = (place) => (place === pdf ? 'EIO' : null)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({
    unaltered: 6,
    copy: { unaltered: 5, unreadable: 1, altered: 0, mended: false, sentence: null }
  })
  expect(archive.facts().copy).toMatchObject({ inStep: 3, behind: 0, fault: null })
})
