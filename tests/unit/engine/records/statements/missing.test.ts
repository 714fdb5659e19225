import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { realDisk, type Archive, type Disk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf, totalsIn } from './opened'
import { id, namesBelow, statementOf } from './support'

const run = promisify(execFile)
const months = ['2026-08', '2026-09', '2026-10']
let folder: string
let archive: Archive
/** Awaited before a CSV file is read. */
let held: (() => Promise<void>) | null

const disk: Disk = {
  ...realDisk,
  async *read(file) {
    if (held && file.endsWith('.csv')) await held()
    yield* realDisk.read(file)
  }
}

/** The service has not finished the third one. */
const service = (own: string) => {
  const month = months[Number(own.at(-1)) - 1]!
  const statement = statementOf({ id: own, start: `${month}-01T00:00:00Z` })
  return own === id(3) ? { ...statement, status: 'STATEMENT_STATUS_GENERATING' } : statement
}

beforeEach(async () => {
  folder = await freshFolder()
  held = null
  archive = await openArchive(folder, { source: () => sourceOf(service), disk })
  archive.fetch([id(1), id(2), id(3)].join())
  await archive.fetched()
})
afterEach(() => archive.dispose())

const period = { profileId: null, environment: null, from: '2026-01', to: '2026-12', assets: [] }
const manifestOf = async (target: string) => (await run('unzip', ['-p', target, 'MANIFEST.txt'])).stdout
const loseTheSecond = async () => {
  const row = archive.view.all().find((one) => one.id === id(2))!
  await rm(path.join(archive.state().folder, row.key), { recursive: true })
  await archive.rebuild()
  return row.key
}

test('excludes missing statements from totals, and shows them by year, by month and among the exclusions', async () => {
  const before = totalsIn(archive, { profileId: null })
  expect(before.years).toMatchObject([{ year: '2026', total: '1.000000', statements: 2, leftOut: 1 }])
  expect(before.leftOut).toEqual({ altered: 0, missing: 0, unfinished: 1 })
  await loseTheSecond()
  const after = totalsIn(archive, { profileId: null })
  expect(after.years).toMatchObject([{ year: '2026', total: '0.500000', statements: 1, leftOut: 2 }])
  expect(after.months).toMatchObject([
    { month: '2026-08', total: '0.500000', leftOut: 0 },
    { month: '2026-09', total: null, leftOut: 1 },
    { month: '2026-10', total: null, leftOut: 1 }
  ])
  expect(after.leftOut).toEqual({ altered: 0, missing: 1, unfinished: 1 })
  // It is not missing for another connection or environment.
  expect(totalsIn(archive, { profileId: 'another' }).leftOut.missing).toBe(0)
  expect(totalsIn(archive, { profileId: 'desk', environment: 'sandbox' }).leftOut.missing).toBe(0)
  expect(totalsIn(archive, { profileId: 'desk', environment: 'production' }).leftOut.missing).toBe(1)
  archive.refetch()
  await archive.fetched()
  expect(totalsIn(archive, { profileId: null })).toEqual(before)
})

test('lists missing and unfinished statements in an export, and reports them when it is done', async () => {
  const target = path.join(folder, 'statements.zip')
  const whole = await archive.export(target, { ...period, to: '2026-09' })
  expect(whole).toEqual({ path: target, statements: 2, files: 4 })
  expect(await manifestOf(target)).not.toMatch(/INCOMPLETE|Missing/)
  await loseTheSecond()
  const exported = await archive.export(target, period)
  expect(exported).toMatchObject({
    statements: 2,
    incomplete: '1 statement of this period is missing. 1 statement is not finished by the service.'
  })
  const text = await manifestOf(target)
  expect(text.split('\n').slice(0, 5).join('\n')).toMatch(
    /State {6}INCOMPLETE EXPORT\n +1 statement of this period is missing/
  )
  expect(text).toContain(`USDP 2026-09  statement ${id(2)}`)
  expect(text).toMatch(/status {10}STATEMENT_STATUS_GENERATING {2}\(not final: excluded from the totals\)/)
  expect(text).toMatch(/2026 {2}USDP {2}0\.500000 {2}\(1 statement, 2 excluded\)/)
  // Nothing is missing outside the period, and an empty period has no export.
  expect((await archive.export(target, { ...period, to: '2026-08' })).incomplete).toBeUndefined()
  await expect(archive.export(target, { ...period, from: '2026-09', to: '2026-09' })).rejects.toThrow(
    /no statement of this period\. 1 statement of this period is missing/
  )
})

test('leaves no file when an export is stopped, and allows the next one', async () => {
  const target = path.join(folder, 'statements.zip')
  let go = () => {}
  const going = new Promise<void>((resolve) => (go = resolve))
  const begun = new Promise<void>((reached) => {
    held = () => {
      reached()
      return going
    }
  })
  const ended = expect(archive.export(target, period)).rejects.toThrow(
    /The export was stopped\. No file was left/
  )
  await begun
  const stopped = archive.stop('exporting')
  go()
  await stopped
  await ended
  expect(archive.state().job).toBeNull()
  expect((await namesBelow(folder)).filter((name) => /zip/.test(name))).toEqual([])
  held = null
  expect(await archive.export(target, period)).toMatchObject({ statements: 3 })
  expect((await readFile(target)).length).toBeGreaterThan(0)
})
