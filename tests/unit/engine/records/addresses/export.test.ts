import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressLine, csvColumns, csvHeader } from '#engine/records/addresses/export/csv'
import { Exporter, type ExportRequest } from '#engine/records/addresses/export/exporter'
import { decodeDepositAddress, type DepositAddress } from '#shared/wire/address-decoder'
import { freshFolder } from '../../../../integration/support/folder'
import { recordsOf } from './desk'

const records = recordsOf(2200)

const request = (file: string, format: 'csv' | 'json'): ExportRequest => ({
  file,
  format,
  partial: false,
  rows: Uint32Array.from(records.keys()),
  record: (row) => records[row]!,
  label: (id) => (id === records[1]!.id ? '=HYPERLINK("x")' : null)
})

test('reads any text back from the CSV, without formulas', () => {
  const text = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a', "'", ' ')
  })
  fc.assert(
    fc.property(text, text, text, (refId, address, label) => {
      const record: DepositAddress = {
        ...records[0]!,
        address,
        refId,
        metadata: { [refId]: address },
        more: { tag: { [refId]: 5 } }
      }
      const rows = parse(csvHeader + addressLine(record, label), { bom: true }) as string[][]
      expect(rows).toHaveLength(2)
      expect(rows[0]).toEqual(csvColumns)
      for (const cell of rows[1]!) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
      const plain = (cell: string | undefined) => cell?.replaceAll("'", '')
      expect(plain(rows[1]![2])).toBe(plain(address))
      expect(JSON.parse(plain(rows[1]![11])!)).toEqual({ [plain(refId)!]: plain(address) })
      expect(csvColumns[12]).toBe('other_fields')
      expect(JSON.parse(plain(rows[1]![12])!)).toEqual({ tag: { [plain(refId)!]: 5 } })
      expect(plain(rows[1]!.at(-1))).toBe(plain(label))
    })
  )
})

test('writes all rows with progress, as CSV and JSON', async () => {
  const folder = await freshFolder()
  const written: number[] = []
  const exporter: Exporter = new Exporter(() => void written.push(exporter.state!.written))
  exporter.start(request(path.join(folder, 'all.csv'), 'csv'))
  await exporter.idle()
  expect(exporter.state).toMatchObject({
    phase: 'done',
    written: 2200,
    sentence: '2,200 addresses written to all.csv.'
  })
  expect(written).toEqual(written.toSorted((one, other) => one - other))
  expect(new Set(written).size).toBeGreaterThan(3)
  const rows = parse(await readFile(path.join(folder, 'all.csv')), { columns: true }) as Record<
    string,
    string
  >[]
  expect(rows.map(({ id }) => id)).toEqual(records.map(({ id }) => id))
  expect(rows[1]!['label']).toBe('\'=HYPERLINK("x")')
  exporter.start(request(path.join(folder, 'all.json'), 'json'))
  await exporter.idle()
  const list = JSON.parse(await readFile(path.join(folder, 'all.json'), 'utf8')) as Record<string, unknown>[]
  expect(list[1]!['label']).toBe('=HYPERLINK("x")')
  delete list[1]!['label']
  expect(list.map(decodeDepositAddress)).toEqual(records)
  exporter.start({ ...request(path.join(folder, 'all.json'), 'json'), partial: true })
  await exporter.idle()
  expect(exporter.state!.sentence).toContain('The list is partial')
  expect((await readdir(folder)).sort()).toEqual(['all.csv', 'all.json'])
})

test('keeps the existing file if cancelled or failed', async () => {
  const folder = await freshFolder()
  const file = path.join(folder, 'kept.csv')
  await writeFile(file, 'before')
  const exporter = new Exporter(() => undefined)
  exporter.start(request(file, 'csv'))
  await expect.poll(() => exporter.state!.written, { interval: 1 }).toBeGreaterThan(0)
  exporter.cancel()
  await exporter.idle()
  expect(exporter.state).toMatchObject({
    phase: 'cancelled',
    sentence: 'The export was cancelled. Nothing was written.'
  })
  expect(await readFile(file, 'utf8')).toBe('before')
  await mkdir(path.join(folder, 'taken'))
  exporter.start(request(path.join(folder, 'taken'), 'csv'))
  await exporter.idle()
  expect(exporter.state).toMatchObject({ phase: 'failed' })
  expect(exporter.state!.sentence).toContain('taken could not be written: ')
  expect((await readdir(folder)).sort()).toEqual(['kept.csv', 'taken'])
})
