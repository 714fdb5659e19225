import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import type { CopyVerification } from '#engine/records/statements/facts'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { id, namesBelow } from './support'

let archive: Archive
let folder: string
let copy: string
beforeEach(async () => {
  folder = await freshFolder()
  archive = await open('archive.json', 'one')
  archive.fetch([id(1), id(2), id(3)].join())
  await archive.fetched()
  await archive.locations.chooseCopy(path.join(folder, 'second'))
  await archive.locations.syncCopy()
  copy = archive.facts().copy!.folder
})
afterEach(() => archive.dispose())

const open = (file: string, instance: string) =>
  openArchive(folder, {
    file: path.join(folder, file),
    lock: { id: instance, host: 'here', pid: instance.length, alive: () => true }
  })

const verified = async (): Promise<CopyVerification> => {
  await archive.verify()
  return archive.facts().verification!.copy!
}
const filesIn = async (ending: string) =>
  (await namesBelow(copy)).filter((name) => name.endsWith(ending)).map((name) => path.join(copy, name))

test('verifies an intact second copy byte by byte', async () => {
  expect(await verified()).toEqual({
    folder: copy,
    files: 6,
    unaltered: 6,
    altered: 0,
    missing: 0,
    faults: [],
    mended: false,
    sentence: null
  })
})

test('reports, repairs and keeps a file altered in the copy at the same length', async () => {
  const [altered, gone] = await filesIn('.csv')
  const good = await readFile(altered!)
  const bad = Buffer.from(good)
  bad[bad.length >> 1]! ^= 1
  await writeFile(altered!, bad)
  await rm(gone!)
  // A check without hashes does not detect an alteration of the same length.
  const found = await verified()
  expect(found).toMatchObject({
    files: 6,
    unaltered: 4,
    altered: 1,
    missing: 1,
    mended: true,
    sentence: null
  })
  expect(found.faults.map(({ place, state }) => [path.join(copy, place), state])).toEqual([
    [altered, 'altered'],
    [gone, 'missing']
  ])
  expect(await readFile(altered!)).toEqual(good)
  expect(await readFile(gone!)).toEqual(good)
  const asides = (await namesBelow(copy)).filter((name) => name.includes('.altered-'))
  expect(asides).toHaveLength(1)
  expect(await readFile(path.join(copy, asides[0]!))).toEqual(bad)
  // A second altered version is kept as well, while the archive stays intact.
  await writeFile(altered!, bad)
  expect(await verified()).toMatchObject({ altered: 1, mended: true })
  expect((await namesBelow(copy)).filter((name) => name.includes('.altered-'))).toHaveLength(2)
  expect(await verified()).toMatchObject({ unaltered: 6, altered: 0, missing: 0 })
  expect(archive.facts().verification).toMatchObject({ unaltered: 6, altered: 0, missing: 0, unknown: 0 })
})

test('reports a changed figure in a sidecar of the copy, and a missing statement', async () => {
  const [first, second] = await filesIn('statement.json')
  await writeFile(first!, (await readFile(first!, 'utf8')).replace('"0.500000"', '"9.500000"'))
  await rm(path.dirname(second!), { recursive: true })
  const found = await verified()
  expect(found).toMatchObject({ altered: 1, missing: 3, mended: true })
  expect(found.faults[0]).toMatchObject({
    state: 'altered',
    place: expect.stringMatching(/statement\.json$/)
  })
  expect(await verified()).toMatchObject({ unaltered: 6, altered: 0, missing: 0 })
})

test('reports a misplaced folder of the archive as moved, and not as a fault of the copy', async () => {
  const { key } = archive.view.all()[0]!
  const { folder: root } = archive.state()
  const other = key.replace('2026-10', '2025-10')
  await mkdir(path.dirname(path.join(root, other)), { recursive: true })
  await rename(path.join(root, key), path.join(root, other))
  await archive.rebuild()
  for (let time = 0; time < 2; time += 1)
    expect(await verified()).toMatchObject({ files: 4, unaltered: 4, altered: 0, missing: 0, faults: [] })
  expect(archive.facts().verification).toMatchObject({ altered: 0, faults: [] })
  expect(archive.view.all().filter(({ state }) => state === 'moved')).toMatchObject([{ belongs: key }])
  expect((await namesBelow(copy)).filter((name) => name.includes('2025-10'))).toEqual([])
})

test('reports a missing drive of the copy, but not as a fault of the archive', async () => {
  await rename(copy, `${copy} away`)
  expect(await verified()).toMatchObject({
    files: 0,
    sentence: expect.stringMatching(/not verified.*drive connected/s)
  })
  expect(archive.facts().verification).toMatchObject({ files: 6, unaltered: 6, altered: 0, missing: 0 })
  await rename(`${copy} away`, copy)
  expect(await verified()).toMatchObject({ unaltered: 6, sentence: null })
})

test('leaves the copy unrepaired if both were altered', async () => {
  const [own] = await filesIn('.csv')
  await appendFile(own!, 'x')
  await appendFile(own!.replace(copy, archive.state().folder), 'y')
  const found = await verified()
  expect(found).toMatchObject({ altered: 1, mended: false })
  expect(await readFile(own!, 'utf8')).toMatch(/x$/)
})

test('syncs the copy only in the instance that writes', async () => {
  const settings = await readFile(path.join(folder, 'archive.json'), 'utf8')
  await writeFile(path.join(folder, 'other.json'), settings)
  await rm(path.dirname((await filesIn('.csv'))[0]!), { recursive: true })
  const second = await open('other.json', 'second')
  await second.locations.syncCopy()
  expect(second.facts().readOnly).toMatch(/Another Leadline/)
  expect(await filesIn('.csv')).toHaveLength(2)
  await archive.locations.syncCopy()
  expect(await filesIn('.csv')).toHaveLength(3)
  await second.dispose()
})

test('does not verify an empty mount point as an archive with missing files', async () => {
  await archive.verify()
  const before = archive.facts().verification
  const { folder: root } = archive.state()
  await rename(root, `${root} away`)
  await mkdir(root)
  await expect(archive.verify()).rejects.toMatchObject({ problem: { code: 'statements.gone' } })
  expect(archive.facts().verification).toEqual(before)
  await rm(root, { recursive: true })
  await rename(`${root} away`, root)
  await archive.rebuild()
  expect(archive.view.all().map(({ state }) => state)).toEqual(['unaltered', 'unaltered', 'unaltered'])
})
