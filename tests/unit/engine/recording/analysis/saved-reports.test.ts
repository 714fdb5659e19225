import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openSavedReports } from '#engine/recording/analysis/saved-reports'
import {
  maxSavedReports,
  savedReportsCalls,
  savedReportSchema,
  type SavedReport
} from '#shared/contract/recording/saved-reports'
import { freshFolder } from '../../../../integration/support/folder'

const report: Omit<SavedReport, 'id'> = {
  name: 'Monday costs',
  report: 'cost',
  connection: 'environment=production/service=20df12314ad4',
  market: 'BTC/USD',
  size: { amount: '50000', unit: 'quote' },
  fields: {
    period: 'custom',
    from: '2026-11-23',
    to: '2026-11-24 09:30',
    days: 'weekdays',
    bucket: 15,
    side: 'both',
    within: '50',
    compared: 'depth',
    day: '2026-11-23',
    other: '',
    interval: 15
  }
}

async function begin() {
  const folder = await freshFolder()
  const file = path.join(folder, 'saved-reports.json')
  let ids = 0
  const open = () => openSavedReports({ file, newId: () => `id-${(ids += 1)}`, changed: () => undefined })
  return { folder, file, open }
}

test('reports are kept by name, renamed and removed, and all their choices survive a restart', async () => {
  const { open } = await begin()
  const reports = await open()
  await reports.save(report)
  await reports.save({ ...report, name: 'Depth', report: 'depth' })
  await reports.save({ ...report, market: 'ETHUSD' })
  await reports.rename('id-1', 'Mondays')
  expect(() => reports.rename('id-1', 'Depth')).toThrow('reports.name-taken')
  expect(() => reports.rename('id-9', 'Gone')).toThrow('reports.gone')
  await reports.remove('id-2')
  await reports.dispose()
  const again = await open()
  expect(again.all).toEqual([{ ...report, id: 'id-1', name: 'Mondays', market: 'ETHUSD' }])
  expect(again.notice).toBeNull()
  await again.dispose()
})

test('their number is limited', async () => {
  const { open } = await begin()
  const reports = await open()
  for (let saved = 0; saved < maxSavedReports; saved++) await reports.save({ ...report, name: `R ${saved}` })
  expect(() => reports.save(report)).toThrow('reports.too-many')
  await reports.save({ ...report, name: 'R 1', report: 'spread' })
  expect(reports.all.length).toBe(maxSavedReports)
  await reports.dispose()
})

test('an unreadable report does not affect the others, and a damaged file is kept', async () => {
  const { folder, file, open } = await begin()
  const good = { ...report, id: 'a' }
  const damaged = { ...good, id: 'b', fields: { ...report.fields, bucket: 7 } }
  await writeFile(file, JSON.stringify({ version: 1, reports: [good, damaged, 7] }))
  const reports = await open()
  expect(reports.all).toEqual([good])
  expect(reports.notice).toContain('2 saved reports were unreadable')
  await reports.save({ ...report, name: 'More' })
  await reports.dispose()
  expect((await readdir(folder)).length).toBe(2)
  expect(await readFile(file, 'utf8')).toContain('More')
  await writeFile(file, '{"version":1,"reports":[')
  const after = await open()
  expect(after.all).toEqual([])
  expect(after.notice).toContain('saved reports')
  await after.dispose()
  expect((await readdir(folder)).length).toBeGreaterThanOrEqual(2)
})

test('nothing that is too long or unknown is accepted', () => {
  const isSaved = (value: unknown) => v.is(savedReportsCalls.save.payload, value)
  expect(isSaved(report)).toBe(true)
  expect(isSaved({ ...report, name: 'x'.repeat(81) })).toBe(false)
  expect(isSaved({ ...report, name: '   ' })).toBe(false)
  expect(isSaved({ ...report, market: 'x'.repeat(1001) })).toBe(false)
  expect(isSaved({ ...report, connection: '../elsewhere' })).toBe(false)
  expect(isSaved({ ...report, size: { amount: '-1', unit: 'base' } })).toBe(false)
  expect(isSaved({ ...report, fields: { ...report.fields, from: 'x'.repeat(41) } })).toBe(false)
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(report.fields)), fc.jsonValue(), (name, value) => {
      const changed = { ...report, id: 'a', fields: { ...report.fields, [name]: value } }
      if (v.is(savedReportSchema, changed)) expect(JSON.stringify(changed).length).toBeLessThan(3000)
    })
  )
})
