import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { forge } from './forging'
import { openArchive, openCopied, totalsIn } from './opened'
import { id, namesBelow } from './support'

let folder: string
let archive: Archive
let root: string
let copy: string
const ids = [id(1), id(2)]

beforeEach(async () => {
  folder = await freshFolder()
  archive = await openCopied(folder, ids)
  root = archive.state().folder
  copy = archive.facts().copy!.folder
  await again()
})
afterEach(() => archive.dispose())

const again = async () => {
  await archive.dispose()
  archive = await openArchive(folder)
  await archive.locations.syncCopy()
}
const keyOf = (own: string) => archive.view.all().find((row) => row.id === own)!.key
const rowOf = (own: string) => archive.view.all().find((row) => row.id === own)!
const list = (place: string) => readFile(path.join(place, 'SHA256SUMS'), 'utf8')
const everything = async (place: string) =>
  Promise.all(
    (await namesBelow(place))
      .filter((name) => !name.startsWith('leadline-'))
      .map(async (name) => [name, await readFile(path.join(place, name), 'latin1')])
  )
const asides = async (place: string) =>
  (await namesBelow(place)).filter((name) => name.includes('.altered-')).map((name) => path.basename(name))

test('treats a statement with a rewritten record and seal as altered, and changes neither list nor copy', async () => {
  const key = keyOf(ids[0]!)
  const [before, genuine] = [await list(root), await everything(copy)]
  await forge(path.join(root, key), '999999.00')
  await archive.verify()
  await again()
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 3, altered: 2, missing: 0 })
  expect(rowOf(ids[0]!)).toMatchObject({
    state: 'altered',
    disagreement: expect.stringMatching(/statement\.json and SHA256SUMS disagree/)
  })
  expect(totalsIn(archive, { profileId: null })).toMatchObject({
    years: [{ total: null, statements: 0, leftOut: 1 }],
    leftOut: { altered: 1 }
  })
  expect(await list(root)).toBe(before)
  expect(archive.facts().verification?.copy).toMatchObject({ unaltered: 4, altered: 0, mended: false })
  expect(await everything(copy)).toEqual(genuine)
  // The original is restored from the copy, and the forgery is kept next to it.
  const forged = await readFile(path.join(root, key, 'statement.json'), 'utf8')
  expect(await archive.locations.restore()).toEqual({ restored: 1, of: 1 })
  expect(rowOf(ids[0]!)).toMatchObject({ state: 'unaltered', totalAccrued: '0.500000' })
  expect(await list(root)).toBe(before)
  const kept = await asides(path.join(root, key))
  expect(kept.map((name) => name.replace(/\.altered-.*/, '')).sort()).toEqual([
    'USDP-2026-10.csv',
    'statement.json'
  ])
  const record = kept.find((name) => name.startsWith('statement.json'))!
  expect(await readFile(path.join(root, key, record), 'utf8')).toBe(forged)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 4, altered: 0, unknown: 0 })
})

test('reuses no byte of a forged statement when fetching it again', async () => {
  const key = keyOf(ids[0]!)
  await forge(path.join(root, key))
  await archive.verify()
  expect(archive.refetch().count).toBe(1)
  await archive.fetched()
  expect(rowOf(ids[0]!)).toMatchObject({ state: 'unaltered', totalAccrued: '0.500000' })
  expect(rowOf(ids[0]!).disagreement).toBeUndefined()
  expect(await readFile(path.join(root, key, 'USDP-2026-10.csv'), 'utf8')).not.toContain('777')
  expect(await asides(path.join(root, key))).toHaveLength(2)
  await again()
  expect(rowOf(ids[0]!).state).toBe('unaltered')
  // The copy recognizes that the new record replaced its own.
  await archive.verify()
  expect(archive.facts().copy).toMatchObject({ inStep: 2, behind: 0, fault: null, disagreeing: [] })
  expect(archive.facts().verification?.copy).toMatchObject({ unaltered: 4, altered: 0 })
})

test('does not restore a record from the copy that does not match the archive’s list, and explains why', async () => {
  const key = keyOf(ids[0]!)
  await forge(path.join(copy, key))
  await rm(path.join(root, key), { recursive: true })
  await archive.rebuild()
  const { restored, of, sentence } = await archive.locations.restore()
  expect([restored, of]).toEqual([0, 1])
  expect(sentence).toMatch(/does not match SHA256SUMS, so it was not restored/)
  expect(archive.facts()).toMatchObject({ statements: 1, gone: { count: 1 } })
})

test('changes neither side if both look intact, lets the user choose one, and keeps the other', async () => {
  const key = keyOf(ids[0]!)
  const take = async (which: 'archive' | 'copy') => {
    await forge(path.join(copy, key))
    const [own, other] = [await everything(root), await everything(copy)]
    await archive.verify()
    await archive.locations.syncCopy()
    expect(await everything(root)).toEqual(own)
    expect(await everything(copy)).toEqual(other)
    expect(archive.facts().copy).toMatchObject({
      inStep: 1,
      behind: 1,
      disagreeing: [key],
      fault: expect.stringMatching(/both look intact\. Neither was changed/)
    })
    expect(archive.facts().verification?.copy).toMatchObject({ disagreeing: [key], mended: false })
    await archive.locations.resolveCopy(which)
    await archive.locations.syncCopy()
    expect(archive.facts().copy).toMatchObject({ inStep: 2, behind: 0, disagreeing: [], fault: null })
    await again()
    expect(rowOf(ids[0]!).state).toBe('unaltered')
    expect(archive.facts().list).toBeUndefined()
  }
  await take('archive')
  expect(rowOf(ids[0]!).totalAccrued).toBe('0.500000')
  expect(await asides(copy)).toHaveLength(2)
  expect(await asides(root)).toEqual([])
  await take('copy')
  expect(rowOf(ids[0]!).totalAccrued).toBe('777.00')
  expect(await asides(root)).toHaveLength(2)
})

test('does not add a statement to the list that Leadline did not save here', async () => {
  const key = keyOf(ids[0]!)
  const other = await freshFolder()
  const elsewhere = await openArchive(other)
  elsewhere.fetch(id(9))
  await elsewhere.fetched()
  const [row] = elsewhere.view.all()
  await cp(path.join(elsewhere.state().folder, row!.key), path.join(root, row!.key), { recursive: true })
  await elsewhere.dispose()
  const before = await list(root)
  await archive.rebuild()
  expect(rowOf(id(9))).toMatchObject({
    state: 'altered',
    disagreement: expect.stringMatching(/does not list/)
  })
  expect(rowOf(ids[0]!).key).toBe(key)
  await again()
  expect(await list(root)).toBe(before)
  await archive.acceptList()
  expect(rowOf(id(9)).state).toBe('unaltered')
  await again()
  expect(rowOf(id(9)).state).toBe('unaltered')
})

test('reports lines that lead outside the archive, and never follows them', async () => {
  const sum = 'a'.repeat(64)
  const outside = path.join(folder, 'USDP', '2026-10', id(5))
  await archive.dispose()
  await cp(path.join(root, keyOf(ids[0]!)), outside, { recursive: true })
  const odd = [
    `production/../USDP/2026-10/${id(5)}/statement.json`,
    `production/..\\..\\x/USDP/2026-10/${id(5)}/statement.json`,
    `production/C:/USDP/2026-10/${id(5)}/statement.json`,
    `production/nul/USDP/2026-10/${id(5)}/statement.json`,
    `production/x\u0007/USDP/2026-10/${id(5)}/statement.json`,
    `production/x/USDP/2026-10/./statement.json`
  ]
  for (const place of [root, copy]) {
    const before = await list(place)
    await writeFile(path.join(place, 'SHA256SUMS'), before + odd.map((one) => `${sum}  ${one}\n`).join(''))
  }
  archive = await openArchive(folder)
  await archive.locations.syncCopy()
  expect(archive.facts()).toMatchObject({ gone: { count: 0 }, statements: 2, list: { state: 'changed' } })
  const before = await everything(folder)
  expect(await archive.locations.restore()).toMatchObject({ restored: 0, of: 0 })
  expect(await everything(folder)).toEqual(before)
  for (const place of [root, copy]) for (const one of odd) expect(await list(place)).toContain(one)
  await archive.acceptList()
  expect(archive.facts().list).toBeUndefined()
  for (const one of odd) expect(await list(root)).not.toContain(one)
})
