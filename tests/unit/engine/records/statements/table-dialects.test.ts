import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { readTable } from '#engine/records/statements/reading/table'
import { freshFolder } from '../../../../integration/support/folder'

async function tableOf(text: string | Buffer, total: string | null = null) {
  const file = path.join(await freshFolder(), 'table.csv')
  await writeFile(file, text)
  return readTable(realDisk, file, { total })
}

const titles = ['Rewards statement', '# Generated 2026-11-02', 'Asset: USDP', 'Period 2026-10']
const footers = ['Amounts are in USDP', '# end', 'Questions: see the portal']
const encodings = {
  plain: (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 LE': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 BE': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
}

test('reads a table the same in any encoding, separator, title, notes and padding', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        encoding: fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
        separator: fc.constantFrom(',', ';', '\t', '|'),
        end: fc.constantFrom('\n', '\r\n'),
        above: fc.subarray(titles),
        below: fc.subarray(footers),
        pads: fc.boolean(),
        accrued: fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 3, maxLength: 9 })
      }),
      async ({ encoding, separator, end, above, below, pads, accrued }) => {
        const day = (index: number) => `2026-10-${String(index + 1).padStart(2, '0')}`
        const rows = accrued.map((one, index) => [day(index), '100.5', String(one)])
        const pad = (text: string) => (pads ? text + separator.repeat(2) : text)
        const lines = [
          ...above.map(pad),
          ['date', 'balance', 'accrued é'].join(separator),
          ...rows.map((cells) => cells.join(separator)),
          ...(pads ? [] : below)
        ]
        const total = String(accrued.reduce((sum, one) => sum + one, 0))
        const table = await tableOf(encodings[encoding](lines.join(end)), total)
        expect(table.columns).toEqual(['date', 'balance', 'accrued é'])
        expect(table.rows).toEqual(rows)
        expect(table.uneven).toBe(0)
        expect(table.notes).toEqual([...above, ...(pads ? [] : below)])
        expect(table.reconciled).toMatchObject({ column: 'accrued é', total, matches: true })
      }
    ),
    { numRuns: 80 }
  )
})

test('reads one column with and without a name', async () => {
  const named = await tableOf('accrued\n1.5\n2.25\n', '3.75')
  expect(named.columns).toEqual(['accrued'])
  expect(named.rows).toEqual([['1.5'], ['2.25']])
  expect(named.reconciled).toMatchObject({ matches: true })
  expect((await tableOf('1.5\n2.25\n')).columns).toEqual(['Column 1'])
  // Decimal commas are not separators.
  expect((await tableOf('accrued\n1,5\n2,25\n')).rows).toEqual([['1,5'], ['2,25']])
})

test('loses no row of a table without column names', async () => {
  const table = await tableOf('2026-10-01,100,1\n2026-10-02,100,2\n', '3')
  expect(table.columns).toEqual(['Column 1', 'Column 2', 'Column 3'])
  expect(table.rowCount).toBe(2)
  expect(table.sums[2]).toBe('3')
})

test('treats a shorter total row as a note; an uneven row of figures prevents totals', async () => {
  const head = 'date,balance,accrued\n2026-10-01,100,1\n2026-10-02,100,2\n'
  const noted = await tableOf(`${head}Total accrued,3\n`, '3')
  expect(noted.notes).toEqual(['Total accrued 3'])
  expect(noted.reconciled?.matches).toBe(true)
  for (const odd of ['2026-10-03,100\n', '2026-10-03,100,3,4\n', '2026-10-03\n2026-10-04,100,1\n']) {
    const uneven = await tableOf(`${head}${odd}`, '3')
    expect(uneven).toMatchObject({ uneven: 1, reconciled: null, notes: [] })
    expect(uneven.sums.every((sum) => sum === null)).toBe(true)
    expect(uneven.sentence).toMatch(/1 line does not have as many cells/)
  }
})

test.each([
  ['a PDF', '%PDF-1.7\n1 0 obj\n'],
  ['a workbook', 'PK\u0003\u0004\u0014'],
  ['JSON', '{"error":"a,b"}'],
  ['binary data', 'a,b\n1,\0\n'],
  ['blank lines', '\n \n\t\n']
])('refuses %s as a table, with a reason', async (_what, text) => {
  await expect(tableOf(text)).rejects.toMatchObject({
    problem: { code: 'statements.table', sentence: expect.stringMatching(/kept unchanged\.$/) as string }
  })
})
