import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { readTable } from '#engine/records/statements/reading/table'
import { maxRowsReported } from '#shared/contract/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'

async function tableOf(text: string | Buffer, total: string | null = null) {
  const file = path.join(await freshFolder(), 'table.csv')
  await writeFile(file, text)
  return readTable(realDisk, file, { total })
}
const micros = (units: bigint) => {
  const digits = (units < 0n ? -units : units).toString().padStart(7, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

test('adds up exactly, and reports a total that is off by a millionth', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt(-(10n ** 20n), 10n ** 20n), { minLength: 1, maxLength: 40 }),
      async (amounts) => {
        const sum = amounts.reduce((all, one) => all + one, 0n)
        const text = `date,accrued\n${amounts.map((one, day) => `day ${day},${micros(one)}\n`).join('')}`
        const right = await tableOf(text, micros(sum))
        expect(right.sums).toEqual([null, micros(sum)])
        expect(right.reconciled).toMatchObject({ column: 'accrued', matches: true, difference: '0' })
        const wrong = await tableOf(text, micros(sum - 1n))
        expect(wrong.reconciled).toMatchObject({ matches: false, difference: '0.000001' })
        expect(wrong.sentence).toContain('The difference is 0.000001')
      }
    ),
    { numRuns: 50 }
  )
})

test('limits the rows shown, but not the rows summed', async () => {
  const rows = maxRowsReported + 500
  const table = await tableOf(
    `name,accrued\n${'x'.repeat(2000)},1\n${'y,1\n'.repeat(rows - 1)}`,
    String(rows)
  )
  expect(table.rows).toHaveLength(maxRowsReported)
  expect(table.rowCount).toBe(rows)
  expect(table.reconciled?.matches).toBe(true)
  expect(table.rows[0]![0]).toHaveLength(500)
})

test('reads quotes, line breaks in cells, a byte order mark and formulas as text', async () => {
  const table = await tableOf(
    '\uFEFFdate,note,accrued\r\n2026-10-01,"=1+1, ""a""\nb",1.5\r\n2026-10-02,+x,2\r\n',
    '3.5'
  )
  expect(table.columns).toEqual(['date', 'note', 'accrued'])
  expect(table.rows[0]).toEqual(['2026-10-01', '=1+1, "a"\nb', '1.5'])
  expect(table.reconciled?.matches).toBe(true)
})

test('reports when no column can be reconciled with the total', async () => {
  expect((await tableOf('a,b\nx,1\n', '5')).sentence).toMatch(/No column/)
  expect((await tableOf('a,accrued\nx,1\n', null)).sentence).toMatch(/has no total/)
  expect((await tableOf('a,accrued\nx,1\ny,n/a\n', '1')).reconciled).toBeNull()
  expect((await tableOf('a,value\nx,1\ny,2\n', '3')).reconciled).toMatchObject({
    column: 'value',
    matches: true
  })
})

test('refuses an invalid table with a reason, and stops an endless one', async () => {
  await expect(tableOf(`a,b\n"${'x'.repeat(200_000)}`)).rejects.toMatchObject({
    problem: { code: 'statements.table' }
  })
  await expect(tableOf(`${'a,'.repeat(100)}\n`)).rejects.toMatchObject({
    problem: { code: 'statements.table' }
  })
})
