import { createHash } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive, Source } from '#engine/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { forge } from './forging'
import { openArchive, sourceOf, totalsIn } from './opened'
import { goodFetch, id, namesBelow, statementOf } from './support'

const ids = [id(1), id(2)]
let folder: string
let archive: Archive
/** Each has its own series, so that both count. */
const statement = (own: string) => statementOf({ id: own, asset: own === ids[0] ? 'USDP' : 'USDG' })
let source: Source = sourceOf(statement)
let fetching = goodFetch
const open = (place: string) =>
  openArchive(place, { source: () => source, fetch: (url) => fetching(String(url)) })

beforeEach(async () => {
  source = sourceOf(statement)
  fetching = goodFetch
  folder = await freshFolder()
  archive = await open(folder)
  archive.fetch(ids.join())
  await archive.fetched()
})
afterEach(() => archive.dispose())

const again = async () => {
  await archive.dispose()
  archive = await open(folder)
}
const rowOf = (own: string) => archive.view.all().find((row) => row.id === own)!
const totals = () => totalsIn(archive, { profileId: null })
const listOf = (root: string) => path.join(root, 'SHA256SUMS')

/** Rewrites record, seal and list consistently. */
async function forgeWithList(root: string, key: string): Promise<string> {
  const before = await readFile(path.join(root, key, 'statement.json'))
  const sha256 = await forge(path.join(root, key))
  const text = await readFile(listOf(root), 'utf8')
  const { files } = JSON.parse(await readFile(path.join(root, key, 'statement.json'), 'utf8')) as {
    files: readonly { name: string; sha256: string }[]
  }
  const old = createHash('sha256').update(before).digest('hex')
  let changed = text.replace(old, sha256)
  for (const { name, sha256: own } of files)
    changed = changed.replace(new RegExp(`[0-9a-f]{64}(?=  ${escaped(`${key}/${name}`)}\n)`), own)
  await writeFile(listOf(root), changed)
  return sha256
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The archive on another computer, with no files except its folder. */
async function broughtElsewhere(prepare: (root: string) => Promise<unknown> = async () => {}) {
  const from = archive.state().folder
  await archive.dispose()
  folder = await freshFolder()
  const root = path.join(folder, 'brought')
  await cp(from, root, { recursive: true })
  await prepare(root)
  archive = await open(folder)
  await archive.locations.useOther(root)
  return root
}

test('detects a record, seal and list rewritten together, even after the list was accepted', async () => {
  const root = archive.state().folder
  const { key } = rowOf(ids[0]!)
  expect(rowOf(ids[0]!).uncompared).toBeUndefined()
  await archive.dispose()
  const forged = await forgeWithList(root, key)
  archive = await open(folder)
  await archive.verify()
  await archive.acceptList()
  await again()
  await archive.verify()
  expect(archive.facts().list).toBeUndefined()
  expect(rowOf(ids[0]!)).toMatchObject({
    state: 'altered',
    disagreement: expect.stringMatching(
      new RegExp(`not the one that this computer fetched.* is now ${forged}`)
    )
  })
  expect(totals()).toMatchObject({ leftOut: { altered: 1 } })
  expect(totals().uncompared).toBeUndefined()
  // After another fetch it is confirmed.
  archive.fetch(ids[0]!)
  await archive.fetched()
  expect(rowOf(ids[0]!)).toMatchObject({ state: 'unaltered', totalAccrued: '0.500000' })
  await again()
  expect(rowOf(ids[0]!).state).toBe('unaltered')
})

test('marks statements of a foreign archive as unconfirmed until each was compared', async () => {
  const root = await broughtElsewhere()
  expect(totals()).toMatchObject({ uncompared: 2, leftOut: { altered: 0 } })
  // Confirmations of another computer do not count here.
  expect(rowOf(ids[0]!)).toMatchObject({ state: 'unaltered', uncompared: true, provenAt: 0 })
  const before = await contentOf(root)
  expect(await archive.compare(rowOf(ids[0]!).key)).toMatchObject({
    counts: { same: 1, differs: 0 },
    elsewhere: 0
  })
  expect(rowOf(ids[0]!)).toMatchObject({ comparison: { result: 'same', at: expect.any(Number) as number } })
  expect(rowOf(ids[0]!).uncompared).toBeUndefined()
  expect(totals().uncompared).toBe(1)
  await again()
  expect(totals().uncompared).toBe(1)
  await archive.compare(null)
  expect(totals().uncompared).toBeUndefined()
  expect(await contentOf(root)).toEqual(before)
})

test('shows both versions of a forged statement after comparing, and keeps it until the user decides', async () => {
  const { key } = rowOf(ids[0]!)
  await broughtElsewhere((root) => forgeWithList(root, key))
  expect(rowOf(ids[0]!)).toMatchObject({ state: 'unaltered', uncompared: true, totalAccrued: '777.00' })
  const summary = await archive.compare(null)
  expect(summary.counts).toMatchObject({ same: 1, differs: 1 })
  const csv = rowOf(ids[0]!).files.find(({ name }) => name.endsWith('.csv'))!
  const found = () => rowOf(ids[0]!)
  expect(found()).toMatchObject({ state: 'altered' })
  expect(found().comparison?.differences).toContainEqual({
    what: 'total_accrued',
    here: '777.00',
    service: '0.500000'
  })
  const file = found().comparison?.differences?.find(({ what }) => what === csv.name)
  expect([file?.here, file?.service]).toEqual([
    csv.sha256,
    expect.stringMatching(/^(?!0{64})[0-9a-f]{64}$/) as string
  ])
  expect(file?.service).not.toBe(csv.sha256)
  expect(found().disagreement).toContain(`${csv.sha256} here and ${file?.service} at the service`)
  expect(totals()).toMatchObject({ leftOut: { altered: 1 } })
  await again()
  await archive.verify()
  expect(found().state).toBe('altered')
})

test('keeps a statement unconfirmed, with a reason, if the service no longer offers it', async () => {
  await broughtElsewhere()
  source = sourceOf((own) => {
    if (own === ids[0]) throw fail('rest.not-found', 'There is no such statement.')
    return statement(own)
  })
  expect((await archive.compare(null)).counts).toMatchObject({ same: 1, gone: 1, failed: 0 })
  expect(rowOf(ids[0]!)).toMatchObject({
    state: 'unaltered',
    uncompared: true,
    comparison: { result: 'gone', sentence: 'There is no such statement.' }
  })
  expect(totals().uncompared).toBe(1)
})

test('names files that cannot be fetched again, and stops comparing on a connection failure', async () => {
  await broughtElsewhere()
  fetching = async () => new Response('<html>', { headers: { 'content-length': '6' } })
  expect((await archive.compare(rowOf(ids[0]!).key)).counts).toMatchObject({ partly: 1 })
  expect(rowOf(ids[0]!).comparison?.sentence).toMatch(/\.pdf: .*\.csv: /s)
  // It stays unconfirmed, because its files could not be fetched.
  expect(rowOf(ids[0]!).uncompared).toBe(true)
  source = sourceOf(() => {
    throw fail('rest.unauthorised', 'The token is not accepted.')
  })
  expect(await archive.compare(null)).toMatchObject({
    counts: { failed: 1, same: 0 },
    sentence: 'The token is not accepted.'
  })
  expect(rowOf(ids[1]!)).toMatchObject({ uncompared: true })
})

test('keeps results when comparing is stopped, and requests nothing for other connections', async () => {
  await broughtElsewhere()
  const stopped: Promise<void>[] = []
  source = sourceOf((own) => {
    stopped.push(archive.stop('comparing'))
    return statement(own)
  })
  const { counts } = await archive.compare(null)
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeLessThan(2)
  await Promise.all(stopped)
  expect(archive.state().job).toBeNull()
  source = sourceOf(undefined, { environment: 'production', profile: { id: 'other', name: 'Other' } })
  expect(await archive.compare(null)).toMatchObject({ elsewhere: 2, counts: { same: 0, failed: 0 } })
})

async function contentOf(root: string) {
  return Promise.all(
    (await namesBelow(root))
      .filter((name) => !name.startsWith('leadline-'))
      .map(async (name) => [name, await readFile(path.join(root, name), 'latin1')])
  )
}
