import { execFile } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { id, namesBelow } from './support'

const run = promisify(execFile)
let folder: string
let archive: Archive
const ids = [id(1), id(2), id(3)]

async function open(file = 'archive.json'): Promise<void> {
  archive = await openArchive(folder, { file: path.join(folder, file) })
}
const again = async (file?: string) => {
  await archive.dispose()
  await open(file)
}
const root = () => archive.state().folder
const sums = () => path.join(root(), 'SHA256SUMS')
const folderOf = (own: string) => {
  const row = archive.view.all().find((one) => one.id === own)!
  return path.join(root(), row.key)
}

beforeEach(async () => {
  folder = await freshFolder()
  await open()
  archive.fetch(ids.join())
  await archive.fetched()
})
afterEach(() => archive.dispose())

test('lists every file of every complete statement for sha256sum, in the archive and in its copy', async () => {
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  await archive.locations.syncCopy()
  await again()
  for (const place of [root(), path.join(folder, 'copy')]) {
    const text = await readFile(path.join(place, 'SHA256SUMS'), 'utf8')
    const named = text
      .trim()
      .split('\n')
      .map((line) => line.slice(66))
    expect(named.sort()).toEqual(
      (await namesBelow(place)).filter((name) => name.startsWith('production')).sort()
    )
    await run('sha256sum', ['-c', '--quiet', '--strict', 'SHA256SUMS'], { cwd: place })
  }
})

test('reports a missing statement folder across restarts until it is restored or accepted as removed', async () => {
  const gone = folderOf(ids[0]!)
  await rm(gone, { recursive: true })
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 4, missing: 1 })
  await again()
  expect(archive.facts()).toMatchObject({
    statements: 2,
    gone: { count: 1, folders: [path.relative(root(), gone).split(path.sep).join('/')] }
  })
  archive.refetch()
  await archive.fetched()
  expect(archive.facts()).toMatchObject({ statements: 3, gone: { count: 0 } })
  await rm(folderOf(ids[1]!), { recursive: true })
  await archive.rebuild()
  expect(archive.facts().gone.count).toBe(1)
  await archive.acceptRemoval()
  expect(archive.facts().gone.count).toBe(0)
  await again()
  expect(archive.facts()).toMatchObject({ statements: 2, gone: { count: 0 } })
})

test('fetches a statement again by its folder name if only the record is missing, and keeps its intact files', async () => {
  await rm(path.join(folderOf(ids[0]!), 'statement.json'))
  await archive.rebuild()
  expect(archive.facts()).toMatchObject({ statements: 2, gone: { count: 1 } })
  archive.refetch()
  await archive.fetched()
  expect(archive.facts()).toMatchObject({ statements: 3, gone: { count: 0 } })
  expect((await namesBelow(root())).filter((name) => name.includes('.altered-'))).toEqual([])
})

test('reports an archive that disappears before the first restart, and creates nothing in its place', async () => {
  const away = `${root()} away`
  await rename(root(), away)
  await archive.rebuild()
  expect(archive.facts().fault).toMatch(/The archive is no longer at/)
  await expect(readFile(path.join(folder, 'statements/leadline-archive.json'))).rejects.toThrow(/ENOENT/)
  await rename(away, path.join(folder, 'statements'))
  await archive.rebuild()
  expect(archive.facts()).toMatchObject({ fault: null, statements: 3, gone: { count: 0 } })
})

test('removes partial files of a killed write at the next start', async () => {
  await archive.dispose()
  await writeFile(`${sums()}.part`, 'half a li')
  await open()
  await expect(readFile(`${sums()}.part`)).rejects.toThrow(/ENOENT/)
})

test('loses nothing when a connection’s folder was renamed', async () => {
  await again()
  const home = path.dirname(path.dirname(path.dirname(folderOf(ids[0]!))))
  await rename(home, home.replace('Treasury desk', 'Desk of old'))
  await archive.rebuild()
  expect(archive.facts()).toMatchObject({ statements: 3, gone: { count: 0 } })
  await again()
  expect(archive.facts().gone.count).toBe(0)
  expect(await readFile(sums(), 'utf8')).not.toContain('Treasury desk')
})

test('loses no statement if the list is truncated or garbage, reports it, and rewrites it once accepted', async () => {
  await again()
  const whole = await readFile(sums(), 'utf8')
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.string(), async (length, nonsense) => {
      await archive.dispose()
      await writeFile(sums(), whole.slice(0, length) + nonsense)
      await open()
      expect(archive.state()).toMatchObject({ statements: 3 })
      expect(archive.view.all().map(({ state }) => state)).toEqual(ids.map(() => 'unaltered'))
      const isOther = whole.slice(0, length) + nonsense !== whole
      expect(archive.facts().list?.sentence ?? '').toMatch(isOther ? /SHA256SUMS/ : /^$/)
      await again()
      expect(archive.facts().list !== undefined).toBe(isOther)
      await archive.acceptList()
      await archive.acceptRemoval()
      await again()
      expect(archive.facts()).toMatchObject({ gone: { count: 0 } })
      expect(archive.facts().list).toBeUndefined()
      expect(await readFile(sums(), 'utf8')).toBe(whole)
    }),
    { numRuns: 25 }
  )
})

test('restores altered and missing files from the second copy without the service', async () => {
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  await archive.locations.syncCopy()
  const [one, two, three] = ids.map(folderOf)
  await writeFile(path.join(one!, 'USDP-2026-10.pdf'), 'nonsense')
  await rm(path.join(two!, 'statement.json'))
  await rm(three!, { recursive: true })
  await archive.verify()
  expect(archive.facts().gone.count).toBe(2)
  expect(await archive.locations.restore()).toEqual({ restored: 3, of: 3 })
  expect(archive.facts()).toMatchObject({ statements: 3, gone: { count: 0 } })
  expect(archive.facts().verification).toMatchObject({ unaltered: 6, altered: 0, missing: 0 })
  // The altered file is kept next to it.
  expect((await namesBelow(root())).filter((name) => name.includes('.altered-'))).toHaveLength(1)
  await archive.locations.dropCopy()
  await expect(archive.locations.restore()).rejects.toThrow(/statements\.no-copy/)
})

test('uses in place an archive of another computer, the second copy, or one without its mark', async () => {
  await archive.locations.chooseCopy(path.join(folder, 'copy'))
  await archive.locations.syncCopy()
  const old = root()
  // Another computer with its own archive opens this one.
  await archive.dispose()
  folder = await freshFolder()
  await open()
  await expect(archive.locations.useOther(folder)).rejects.toThrow(/statements\.none/)
  await expect(archive.locations.move(old)).rejects.toThrow(/statements\.there/)
  await archive.locations.useOther(old)
  expect(archive.facts()).toMatchObject({ folder: old, statements: 3, fault: null, readOnly: null })
  await again()
  expect(archive.state()).toMatchObject({ folder: old, statements: 3 })
  const copy = path.join(path.dirname(old), 'copy')
  await writeFile(path.join(copy, 'leadline-archive.json'), '')
  await archive.locations.useOther(copy)
  expect(archive.facts()).toMatchObject({ folder: copy, statements: 3, fault: null })
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 6, altered: 0, missing: 0, unknown: 0 })
  await again()
  expect(archive.facts()).toMatchObject({ folder: copy, statements: 3, fault: null })
})
