import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { statusKind } from '#engine/records/statements/layout/finished'
import type { Statement } from '#shared/wire/statement-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf, totalsIn } from './opened'
import { goodFetch, id, namesBelow, pdfBody, statementOf } from './support'

const done = 'STATEMENT_STATUS_COMPLETED'
const whole = statementOf({ id: id(1) })
const [pdf, csv] = whole.files as [Statement['files'][number], Statement['files'][number]]
const of = (status: string | null, files: Statement['files']): Statement => ({ ...whole, status, files })

let now: Statement
let read: number
let files: string[]
let refused: string | null
let archive: Archive
beforeEach(async () => {
  refused = null
  read = 0
  files = []
  archive = await openArchive(await freshFolder(), {
    fetch: async (url) => {
      files.push(new URL(url).pathname.slice(-1))
      if (files.at(-1) === refused) return new Response('no', { status: 403 })
      return goodFetch(url)
    },
    source: () => sourceOf(() => ((read += 1), now))
  })
})
afterEach(() => archive.dispose())

async function fetched(ask: () => void): Promise<readonly string[]> {
  ask()
  await archive.fetched()
  const all = await namesBelow(archive.state().folder)
  return all.filter((name) => name.startsWith('production')).map((name) => path.basename(name))
}
const first = () => fetched(() => archive.fetch(id(1)))
const again = () => fetched(() => archive.refetch())
const both = ['USDP-2026-10.csv', 'USDP-2026-10.pdf', 'statement.json']

test.each([
  ['not listed by the service yet', [pdf]],
  ['without a URL yet', [pdf, { ...csv, address: null }]]
])('adds a file that arrived later, %s, and completes the statement', async (_what, some) => {
  now = of('GENERATING', some)
  expect(await first()).toEqual(['USDP-2026-10.pdf', 'statement.json'])
  expect(archive.state()).toMatchObject({ statements: 1, requestCount: 1, pendingCount: 1 })
  expect(archive.state().run?.counts).toMatchObject({ pending: 1, saved: 0, failed: 0 })
  expect(archive.state().wanted[0]?.sentence).toBe(
    'The service has not finished this statement; what there is was saved.'
  )
  // The statement is unchanged and still requested.
  await again()
  expect(archive.state()).toMatchObject({ statements: 1, pendingCount: 1 })
  now = of(done, [pdf, csv])
  expect(await again()).toEqual(both)
  expect(files).toEqual(['0', '1'])
  expect(archive.state()).toMatchObject({ statements: 1, files: 2, requestCount: 0, pendingCount: 0 })
  expect(archive.view.all()[0]).toMatchObject({ status: done, state: 'unaltered' })
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 2, altered: 0, missing: 0, unknown: 0 })
  const asked = read
  expect(archive.refetch().count).toBe(0)
  await first()
  expect(archive.state().run?.counts).toMatchObject({ present: 1 })
  expect([read, files.length]).toEqual([asked, 2])
})

test('completes a cancelled statement when its ID is requested again', async () => {
  now = of('GENERATING', [pdf])
  await first()
  await archive.cancelRequests('all')
  now = of(done, [pdf, csv])
  expect(await first()).toEqual(both)
})

test('keeps a file that the service withdraws before the statement is finished', async () => {
  now = of('GENERATING', [pdf])
  await first()
  now = of('GENERATING', [])
  expect(await again()).toEqual(['USDP-2026-10.pdf', 'statement.json'])
  now = of(done, [csv])
  expect(await again()).toEqual(both)
  const { key, files: kept } = archive.view.all()[0]!
  expect(kept.map(({ name }) => name)).toEqual(['USDP-2026-10.csv', 'USDP-2026-10.pdf'])
  expect(await readFile(path.join(archive.view.folder(key), 'USDP-2026-10.pdf'))).toEqual(pdfBody())
})

test('keeps a file that the service withdraws afterwards', async () => {
  now = of(done, [pdf, { ...csv, address: null }])
  await first()
  now = of(done, [csv])
  expect(await again()).toEqual(both)
  expect(archive.view.all()[0]?.files.map(({ name }) => name)).toEqual(both.slice(0, 2))
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 2, altered: 0, missing: 0, unknown: 0 })
})

test('does not reuse the bytes of a file for one of another format', async () => {
  const third = {
    ...statementOf({ id: id(1), formats: ['PDF', 'CSV', 'CSV'] }).files[2]!,
    format: csv.format
  }
  now = of('GENERATING', [third])
  await first()
  now = of(done, [csv, third])
  await again()
  expect(files).toEqual(['2', '1', '2'])
})

test('keeps a complete statement with a missing file URL, and requests it again', async () => {
  now = of(done, [pdf, { ...csv, address: null }])
  expect(await first()).toEqual(['USDP-2026-10.pdf', 'statement.json'])
  const sentence =
    'Its CSV could not be fetched; the rest was saved. The service has no download link for this file.'
  expect(archive.state().wanted).toMatchObject([{ pending: false, sentence }])
  expect(archive.view.all()[0]).toMatchObject({ state: 'unaltered', lacking: [{ format: csv.format }] })
  expect(totalsIn(archive, { profileId: null }).years).toMatchObject([{ total: '0.500000', statements: 1 }])
  now = of(null, [pdf, csv])
  expect(await again()).toEqual(both)
  expect(archive.state().requestCount).toBe(0)
  expect(archive.view.all()[0]).not.toHaveProperty('lacking')
})

test('keeps the other files if a host refuses one, and removes nothing later', async () => {
  now = of(done, [pdf, csv])
  refused = '1'
  expect(await first()).toEqual(['USDP-2026-10.pdf', 'statement.json'])
  expect(archive.state()).toMatchObject({ statements: 1, requestCount: 1, pendingCount: 0 })
  expect(archive.state().wanted[0]?.sentence).toMatch(
    /^Its CSV could not be fetched; the rest was saved\..*status 403/
  )
  expect(archive.view.all()[0]).toMatchObject({ state: 'unaltered', lacking: [{ format: csv.format }] })
  refused = null
  expect(await again()).toEqual(both)
  expect(archive.state()).toMatchObject({ statements: 1, files: 2, requestCount: 0 })
  // A file saved before stays in the record, even if it is refused now.
  const { key } = archive.view.all()[0]!
  await writeFile(path.join(archive.view.folder(key), 'USDP-2026-10.csv'), 'other')
  await archive.rebuild()
  refused = '1'
  await first()
  expect(archive.state().run?.counts).toMatchObject({ failed: 1 })
  expect(archive.view.all()[0]?.files).toHaveLength(2)
})

test('keeps nothing if no file arrives', async () => {
  now = of(done, [csv])
  refused = '1'
  expect(await first()).toEqual([])
  expect(archive.state().wanted[0]?.sentence).toMatch(/status 403/)
})

test('counts a statement with an unknown status and all of its files, and reads it again on request', async () => {
  now = of('ISSUED', [pdf, csv])
  expect(await first()).toEqual(both)
  expect(archive.state()).toMatchObject({ requestCount: 0, pendingCount: 0 })
  expect(archive.view.all()[0]).toMatchObject({ status: 'ISSUED', statusKind: 'unknown', state: 'unaltered' })
  expect(totalsIn(archive, { profileId: null })).toMatchObject({
    years: [{ total: '0.500000', statements: 1, leftOut: 0 }],
    unknownStatus: 1
  })
  now = of(done, [pdf, csv])
  await first()
  expect(archive.view.all()[0]).not.toHaveProperty('statusKind')
  expect(totalsIn(archive, { profileId: null })).not.toHaveProperty('unknownStatus')
})

test('keeps a failed or withdrawn statement, and excludes it from totals', async () => {
  now = of('STATEMENT_STATUS_VOIDED', [pdf, csv])
  expect(await first()).toEqual(both)
  expect(archive.view.all()[0]).toMatchObject({ statusKind: 'void', state: 'unaltered' })
  const { years, leftOut } = totalsIn(archive, { profileId: null })
  expect(years).toMatchObject([{ total: null, leftOut: 1 }])
  expect(leftOut).toMatchObject({ void: 1, unfinished: 0 })
})

test.each([
  [done, 'complete'],
  ['completed', 'complete'],
  ['', 'complete'],
  ['STATEMENT_STATUS_FAILED', 'void'],
  ['STATEMENT_STATUS_PENDING', 'preparing'],
  ['GENERATING', 'preparing'],
  ['INCOMPLETE', 'preparing'],
  ['STATEMENT_STATUS_PARTIALLY_COMPLETED', 'preparing'],
  ['NOT_COMPLETED', 'preparing'],
  ['FINALIZING', 'preparing'],
  ['STATEMENT_STATUS_ISSUED', 'unknown'],
  ['42', 'unknown']
])('treats the status “%s” as %s', (status, expected) => {
  expect(statusKind(status)).toBe(expected)
})
