import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { readTable } from '#engine/records/statements/reading/table'
import { freshFolder } from '../../../../integration/support/folder'

async function tableOf(text: string, total: string | null) {
  const file = path.join(await freshFolder(), 'table.csv')
  await writeFile(file, text)
  return readTable(realDisk, file, { total })
}
const cents = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
const groups = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d)(?=\.))/g, ',')

/** Columns that resemble an amount but cannot be reconciled with the total. */
const decoys = ['reward_rate', 'accrued %', 'balance', 'rewardsToDate', 'cumulative_rewards', 'accrual_apy']

test('finds the column of accrued amounts, whatever the other columns are', async () => {
  const layout = fc.record({
    amounts: fc.array(fc.bigInt(100n, 10n ** 12n), { minLength: 2, maxLength: 31 }),
    before: fc.uniqueArray(fc.constantFrom(...decoys), { maxLength: 4 }),
    behind: fc.constantFrom(...decoys, 'note'),
    name: fc.constantFrom('accrued', 'Accrued amount', 'rewards', 'total_earned', 'dailyRewards'),
    grouped: fc.boolean(),
    closing: fc.constantFrom('none', 'right', 'wrong', 'blank'),
    off: fc.constantFrom(0n, 0n, 1n, -1n)
  })
  await fc.assert(
    fc.asyncProperty(layout, async ({ amounts, before, behind, name, grouped, closing, off }) => {
      const sum = amounts.reduce((all, one) => all + one, 0n)
      const write = (units: bigint) => (grouped ? `"${groups(cents(units))}"` : cents(units))
      const filler = before.map(() => '1.00')
      const lines = amounts.map((one, day) =>
        [`2026-10-${String(day + 1).padStart(2, '0')}`, ...filler, write(one), '0.05'].join()
      )
      // The table’s own total row.
      const own = closing === 'right' ? write(sum) : closing === 'wrong' ? write(sum + 1n) : ''
      if (closing !== 'none') lines.push(['Total', ...before.map(() => ''), own, ''].join())
      const header = ['date', ...before, name, behind].join()
      const { reconciled, sums, rowCount, sentence } = await tableOf(
        `${header}\n${lines.join('\n')}\n`,
        cents(sum + off)
      )
      expect(reconciled).toMatchObject({
        column: name,
        matches: off === 0n && closing !== 'wrong',
        ...(closing === 'wrong' && { ownTotal: cents(sum + 1n) })
      })
      expect(Number(reconciled!.difference) * 100).toBeCloseTo(Number(-off))
      expect(Number(sums[before.length + 1])).toBe(Number(cents(sum)))
      expect(sentence.includes('The table’s own total row shows')).toBe(closing === 'wrong')
      expect(rowCount).toBe(lines.length)
    }),
    { numRuns: 60 }
  )
})

test('prefers the column that adds up to the total when several have such a name', async () => {
  const text = 'date,accrued_gross,accrued_net\n2026-10-01,2,1\n2026-10-02,3,2\n'
  expect((await tableOf(text, '3')).reconciled).toMatchObject({ column: 'accrued_net', matches: true })
  expect((await tableOf(text, '4')).reconciled).toMatchObject({ column: 'accrued_gross', matches: false })
})

test('does not read an ambiguous separator unless its column resolves it', async () => {
  const sumOf = async (...cells: string[]) =>
    (await tableOf(`day,accrued\n${cells.map((cell) => `x,"${cell}"\n`).join('')}`, '1')).sums[1]
  expect(await sumOf('1,000', '2,000')).toBeNull()
  expect(await sumOf('1,000', '2.50')).toBe('1002.50')
  expect(await sumOf('1,000,000', '2,000')).toBe('1002000')
  expect(await sumOf('-1,000.50', '2')).toBe('-998.50')
  for (const odd of ['1,00.5', '1.000,50', '10,00', ',5', '1,0000.5', '1,000.'])
    expect(await sumOf(odd, '1.5')).toBeNull()
})

test('treats a last row without a date as the total, and one with a date as data', async () => {
  const days = 'date,kind,accrued\n2026-10-01,a,1.5\n2026-10-02,b,2.5\n'
  expect((await tableOf(`${days},,4.0\n`, '4')).reconciled).toMatchObject({ sum: '4.0', matches: true })
  expect((await tableOf(`${days}2026-10-03,c,4.0\n`, '8')).reconciled).toMatchObject({ matches: true })
  // A total row may be named in any language; other rows stay rows.
  expect((await tableOf(`${days}Summe,,4.0\n`, '4')).reconciled).toMatchObject({ sum: '4.0', matches: true })
  expect((await tableOf(`${days}yesterday,,4.1\n`, '8.1')).reconciled).toMatchObject({ matches: true })
  // Without dates, a word identifies the total row.
  const plain = 'kind,accrued\na,1.5\nb,2.5\n'
  expect((await tableOf(`${plain}Total,4.0\n`, '4')).reconciled).toMatchObject({ matches: true })
  expect((await tableOf(`${plain}c,4.0\n`, '8')).reconciled).toMatchObject({ matches: true })
  // Amounts of four digits are not years.
  const amounts = 'kind,accrued\na,5000.50\nb,6000.25\nc,11000.75\n'
  expect((await tableOf(amounts, '22001.50')).reconciled).toMatchObject({ matches: true })
  expect((await tableOf('date,accrued\nTotal,0\n', '0')).reconciled).toMatchObject({ matches: true })
})

test('reconciles the accrued column rather than a balance or a rate', async () => {
  const text = 'date,balance,reward_rate,accrued\n2026-10-01,100,0.05,0.2\n2026-10-02,100,0.05,0.3\n'
  expect((await tableOf(text, '0.5')).sentence).toBe(
    'The column “accrued” adds up to the statement total, 0.5.'
  )
})

test('treats a word repeated in many rows as a kind, and one in the last row only as the total', async () => {
  const kinds = 'date,kind,accrued\n2026-10-01,Total rewards,0.50\n2026-10-02,Total rewards,1.00\n'
  expect((await tableOf(kinds, '1.50')).reconciled).toMatchObject({ sum: '1.50', matches: true })
  const sources = 'source,accrued\nSum,0.50\nother,0.25\nSum,1.00\n'
  expect((await tableOf(sources, '1.75')).reconciled).toMatchObject({ sum: '1.75', matches: true })
  const closed = 'kind,accrued\nrewards,0.50\nrewards,1.00\nTotal rewards,1.50\n'
  expect((await tableOf(closed, '1.50')).reconciled).toMatchObject({ sum: '1.50', matches: true })
})

test.each([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t']
])('splits columns at a %s, whatever the cells contain', async (_name, mark) => {
  const line = (...cells: string[]) => `${cells.join(mark)}\n`
  const text =
    line('date', 'note', 'accrued') + line('2026-10-01', 'a b', '0.50') + line('2026-10-02', '-', '1.00')
  const table = await tableOf(text, '1.50')
  expect(table.columns).toEqual(['date', 'note', 'accrued'])
  expect(table.sums).toEqual([null, null, '1.50'])
  expect(table.reconciled).toMatchObject({ column: 'accrued', matches: true })
})

test('does not split at commas where semicolons separate, and mentions a decimal comma', async () => {
  const text = 'date;note;accrued\n2026-10-01;a, b, c;0,50\n2026-10-02;d;1,00\n'
  const table = await tableOf(text, '1.50')
  expect(table.columns).toEqual(['date', 'note', 'accrued'])
  expect(table).toMatchObject({
    reconciled: null,
    sentence: expect.stringMatching(/^No column of this table can/)
  })
})

test('sums a blank cell as nothing, and accepts a leading sign or point', async () => {
  const sumOf = async (...cells: string[]) =>
    (
      await tableOf(
        `date,accrued\n${cells.map((cell, day) => `2026-10-${10 + day},${cell}\n`).join('')}`,
        '1'
      )
    ).sums[1]
  expect(await sumOf('0.50', '', '1.00')).toBe('1.50')
  expect(await sumOf('', '')).toBeNull()
  expect(await sumOf('+0.50', '.50', '-.25')).toBe('0.75')
  for (const odd of ['5e-1', '$0.50', '0.50 USDP', '(0.50)', '+-1', '.', '+', '+.'])
    expect(await sumOf(odd, '1')).toBeNull()
})
