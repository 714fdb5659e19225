import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock as serviceClock, type Clock as SandboxClock } from '#sandbox/control/clock'
import { archiveDesks, everyByte, expectWhole, fetchAll, filesBelow, until } from './statements-desk'

const open = archiveDesks()

test('saves many pasted statements without presigned URLs, sends no token, and is readable without the app', async () => {
  const desk = await open()
  const { statement_ids: ids } = desk.sandbox.description
  const text = `Here they are:\n${ids.slice(0, 8).join(', ').toUpperCase()};${ids[8]}\thttps://x.test/${ids[0]}`
  const { count } = desk.archive.fetch(text)
  expect(count).toBe(9)
  await desk.archive.fetched()
  const state = desk.archive.state()
  // The newest statement of the last asset is still in preparation.
  const ready = desk.archive.view.rows({ profileId: null }).length
  expect(state.run?.counts).toMatchObject({ saved: ready, pending: 9 - ready, failed: 0 })
  expect(state.wanted).toHaveLength(9 - ready)
  expect(state.wanted[0]?.sentence).toMatch(/not available yet/)
  await expectWhole(desk, ready)
  expect(await filesBelow(desk.root)).toContainEqual(
    expect.stringMatching(
      /^local\/Treasury desk \([0-9a-f]{8}\)\/USDP\/2026-\d\d\/[0-9a-f-]{36}\/USDP-2026-\d\d\.pdf$/
    )
  )
  expect(desk.asked.every(({ headers }) => headers.get('authorization') === null)).toBe(true)
  // SHA256SUMS may be replaced until then.
  await desk.archive.dispose()
  const everything =
    (await everyByte(desk.root)) + (await readFile(desk.file, 'utf8')) + JSON.stringify(desk.states)
  for (const { url } of desk.asked) expect(everything).not.toContain(url)
  expect(everything).not.toMatch(/signature=|https?:/)
  for (const { url } of desk.asked) expect(desk.hidden).toContain(url)
  expect(await readFile(path.join(desk.root, 'README.txt'), 'utf8')).toContain('sha256sum')
})

test('requests no complete statement twice, and reads everything offline', async () => {
  const desk = await open()
  const ids = desk.sandbox.description.statement_ids.slice(4, 8)
  await fetchAll(desk, ids)
  const asked = desk.asked.length
  expect((await fetchAll(desk, ids)).run?.counts).toMatchObject({ present: 4, saved: 0 })
  expect(desk.asked).toHaveLength(asked)
  await desk.sandbox.close()
  desk.offline = true
  await desk.again()
  await expectWhole(desk, 4)
  const [row] = desk.archive.view.rows({ profileId: 'desk' })
  const table = await desk.archive.view.table(
    row!.key,
    row!.files.find(({ format }) => format.endsWith('CSV'))!.name
  )
  expect(table.columns).toEqual(['date', 'balance', 'accrued'])
  expect(table.reconciled).toMatchObject({
    column: 'accrued',
    matches: true,
    difference: '0',
    total: row!.totalAccrued
  })
  const pdf = await desk.archive.view.document(
    row!.key,
    row!.files.find(({ format }) => format.endsWith('PDF'))!.name
  )
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await desk.archive.verify()
  expect(desk.archive.facts().verification).toMatchObject({
    files: 8,
    unaltered: 8,
    altered: 0,
    missing: 0,
    unknown: 0
  })
  expect(() => desk.archive.fetch(ids[0]!)).toThrow(/no connection/)
})

test('resumes an interrupted download with Range and If-Range', async () => {
  const desk = await open()
  desk.sandbox.scenarios.switchOn('download-cut')
  const [id] = desk.sandbox.description.statement_ids.slice(4)
  desk.archive.fetch(id!)
  await until(() => desk.asked.filter(({ headers }) => headers.has('range')).length >= 3)
  desk.sandbox.scenarios.switchOff('download-cut')
  await desk.archive.fetched()
  await expectWhole(desk, 1)
  for (const { headers } of desk.asked) {
    if (headers.has('range')) expect(headers.get('if-range')).toMatch(/^"[0-9a-f]{32}"$/)
  }
})

test('replaces expired presigned URLs', async () => {
  const desk = await open()
  desk.sandbox.scenarios.switchOn('url-expired')
  const [id] = desk.sandbox.description.statement_ids.slice(4)
  desk.archive.fetch(id!)
  await until(() => desk.asked.length >= 2)
  desk.sandbox.scenarios.switchOff('url-expired')
  await desk.archive.fetched()
  await expectWhole(desk, 1)
  expect(desk.hidden.length).toBeGreaterThanOrEqual(4)
})

/** The service is slow, but not as long as in real time. */
const quickService: SandboxClock = {
  ...serviceClock,
  later: (milliseconds, run) => serviceClock.later(milliseconds / 50, run)
}

test.each([
  ['download-cut', /closed the connection|announced/],
  ['download-wrong-length', /announced|closed the connection|shorter/],
  ['url-expired', /no longer valid/],
  ['rest-500', /returned an error/],
  ['rest-html', /returned an error/],
  ['rest-truncated', /./],
  ['rest-429', /fewer requests/],
  ['token-down', /closed the connection/],
  ['token-429', /fewer requests/],
  ['token-revoked', null],
  ['token-slow', null],
  ['rest-slow', null],
  ['clock-skew', null],
  ['wrong-content-type', null]
] as const)(
  'handles persistent %s with a clear reason and no partial file',
  async (name, words) => {
    const desk = await open({ sandbox: { clock: quickService } })
    desk.sandbox.scenarios.switchOn(name)
    const ids = desk.sandbox.description.statement_ids.slice(4, 6)
    // SHA256SUMS is written shortly after the archive was opened.
    const files = async () => (await filesBelow(desk.root)).filter((file) => !/^SHA256SUMS/.test(file))
    const before = await files()
    const state = await fetchAll(desk, ids)
    if (words === null) {
      expect(state.run?.counts.saved).toBe(2)
      return
    }
    expect(state.run?.counts.failed).toBe(2)
    for (const { sentence } of state.wanted) expect(sentence).toMatch(words)
    expect(await files()).toEqual(before)
    desk.sandbox.scenarios.switchOff(name)
    // A rate-limited service is not contacted for a while.
    if (name.endsWith('-429')) return
    await desk.again()
    expect(desk.archive.refetch().count).toBe(2)
    await desk.archive.fetched()
    await expectWhole(desk, 2)
    expect(desk.archive.state().wanted).toEqual([])
  },
  60_000
)
