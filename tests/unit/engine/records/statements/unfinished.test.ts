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
afterEach(() => archive.close())

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
  ['which the service does not name yet', [pdf]],
  ['whose address is not there yet', [pdf, { ...csv, address: null }]]
])('a file that came later, %s, is taken in; then the statement is complete', async (_what, some) => {
  now = of('GENERATING', some)
  expect(await first()).toEqual(['USDP-2026-10.pdf', 'statement.json'])
  expect(archive.state()).toMatchObject({ statements: 1, requestCount: 1, pendingCount: 1 })
  expect(archive.state().run?.counts).toMatchObject({ pending: 1, saved: 0, failed: 0 })
  expect(archive.state().wanted[0]?.sentence).toBe(
    'The service has not finished this statement; what there is was saved.'
  )
  // Still the same, and still asked for.
  await again()
  expect(archive.state()).toMatchObject({ statements: 1, pendingCount: 1 })
  now = of(done, [pdf, csv])
  expect(await again()).toEqual(both)
  expect(files).toEqual(['0', '1'])
  expect(archive.state()).toMatchObject({ statements: 1, files: 2, requestCount: 0, pendingCount: 0 })
  expect(archive.view.all()[0]).toMatchObject({ status: done, state: 'unaltered' })
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 2, altered: 0, missing: 0, unknown: 0 })
  // And never again without need.
  const asked = read
  expect(archive.refetch().count).toBe(0)
  await first()
  expect(archive.state().run?.counts).toMatchObject({ present: 1 })
  expect([read, files.length]).toEqual([asked, 2])
})

test('one that was forgotten is read again when its id is given again', async () => {
  now = of('GENERATING', [pdf])
  await first()
  await archive.cancelRequests('all')
  now = of(done, [pdf, csv])
  expect(await first()).toEqual(both)
})

test('a file that the service takes back before it has finished is kept', async () => {
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

test('a file that comes before another of its format does not take that one’s bytes for its own', async () => {
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

test('a complete statement that lacks the address of a file is kept without it, and asked for again', async () => {
  now = of(done, [pdf, { ...csv, address: null }])
  expect(await first()).toEqual(['USDP-2026-10.pdf', 'statement.json'])
  const sentence =
    'Its CSV could not be fetched; the rest was saved. The service gives no address for this file.'
  expect(archive.state().wanted).toMatchObject([{ pending: false, sentence }])
  expect(archive.view.all()[0]).toMatchObject({ state: 'unaltered', lacking: [{ format: csv.format }] })
  // Its amount is the service's own, and complete.
  expect(totalsIn(archive, { profileId: null }).years).toMatchObject([{ total: '0.500000', statements: 1 }])
  now = of(null, [pdf, csv])
  expect(await again()).toEqual(both)
  expect(archive.state().requestCount).toBe(0)
  expect(archive.view.all()[0]).not.toHaveProperty('lacking')
})

test('a file that its host refuses does not keep the others from being kept, and takes nothing away later', async () => {
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
  // What was here once is in no record left out because it does not come again.
  const { key } = archive.view.all()[0]!
  await writeFile(path.join(archive.view.folder(key), 'USDP-2026-10.csv'), 'other')
  await archive.rebuild()
  refused = '1'
  await first()
  expect(archive.state().run?.counts).toMatchObject({ failed: 1 })
  expect(archive.view.all()[0]?.files).toHaveLength(2)
})

test('where no file comes nothing is kept', async () => {
  now = of(done, [csv])
  refused = '1'
  expect(await first()).toEqual([])
  expect(archive.state().wanted[0]?.sentence).toMatch(/status 403/)
})

test('a status that Leadline does not know is counted with all of its files, and read again when it is asked for', async () => {
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

test('what failed or was withdrawn is kept, and in no sum', async () => {
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
])('%s is %s', (status, expected) => {
  expect(statusKind(status)).toBe(expected)
})
