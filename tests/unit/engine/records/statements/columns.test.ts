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

/** Columns that look as if they could be held against the total, and what makes them so that they cannot. */
const decoys = ['reward_rate', 'accrued %', 'balance', 'rewardsToDate', 'cumulative_rewards', 'accrual_apy']

test('whatever stands beside it, the column of the accrued amounts is found, and no other is', async () => {
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
      // What the table says of itself at its end.
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

test('of several columns that are called so, the one that is the total is meant', async () => {
  const text = 'date,accrued_gross,accrued_net\n2026-10-01,2,1\n2026-10-02,3,2\n'
  expect((await tableOf(text, '3')).reconciled).toMatchObject({ column: 'accrued_net', matches: true })
  expect((await tableOf(text, '4')).reconciled).toMatchObject({ column: 'accrued_gross', matches: false })
})

test('a mark that can be read in two ways is read in none, unless its column says which', async () => {
  const sumOf = async (...cells: string[]) =>
    (await tableOf(`day,accrued\n${cells.map((cell) => `x,"${cell}"\n`).join('')}`, '1')).sums[1]
  expect(await sumOf('1,000', '2,000')).toBeNull()
  expect(await sumOf('1,000', '2.50')).toBe('1002.50')
  expect(await sumOf('1,000,000', '2,000')).toBe('1002000')
  expect(await sumOf('-1,000.50', '2')).toBe('-998.50')
  for (const odd of ['1,00.5', '1.000,50', '10,00', ',5', '1,0000.5', '1,000.'])
    expect(await sumOf(odd, '1.5')).toBeNull()
})

test('a last row without a date is a total, and one with a date is none', async () => {
  const days = 'date,kind,accrued\n2026-10-01,a,1.5\n2026-10-02,b,2.5\n'
  expect((await tableOf(`${days},,4.0\n`, '4')).reconciled).toMatchObject({ sum: '4.0', matches: true })
  expect((await tableOf(`${days}2026-10-03,c,4.0\n`, '8')).reconciled).toMatchObject({ matches: true })
  // In whatever language it is called so; what is no total stays a row.
  expect((await tableOf(`${days}Summe,,4.0\n`, '4')).reconciled).toMatchObject({ sum: '4.0', matches: true })
  expect((await tableOf(`${days}yesterday,,4.1\n`, '8.1')).reconciled).toMatchObject({ matches: true })
  // Without dates a word says so.
  const plain = 'kind,accrued\na,1.5\nb,2.5\n'
  expect((await tableOf(`${plain}Total,4.0\n`, '4')).reconciled).toMatchObject({ matches: true })
  expect((await tableOf(`${plain}c,4.0\n`, '8')).reconciled).toMatchObject({ matches: true })
  // Amounts of four digits are no years.
  const amounts = 'kind,accrued\na,5000.50\nb,6000.25\nc,11000.75\n'
  expect((await tableOf(amounts, '22001.50')).reconciled).toMatchObject({ matches: true })
  expect((await tableOf('date,accrued\nTotal,0\n', '0')).reconciled).toMatchObject({ matches: true })
})

test('what the table of the review said falsely, it says no more', async () => {
  const text = 'date,balance,reward_rate,accrued\n2026-10-01,100,0.05,0.2\n2026-10-02,100,0.05,0.3\n'
  expect((await tableOf(text, '0.5')).sentence).toBe(
    'The column “accrued” adds up to the statement total, 0.5.'
  )
})

test('a word that stands in many rows is a kind, and in the last row alone a total', async () => {
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
])('cells that a %s separates are columns, whatever else is in them', async (_name, mark) => {
  const line = (...cells: string[]) => `${cells.join(mark)}\n`
  const text =
    line('date', 'note', 'accrued') + line('2026-10-01', 'a b', '0.50') + line('2026-10-02', '-', '1.00')
  const table = await tableOf(text, '1.50')
  expect(table.columns).toEqual(['date', 'note', 'accrued'])
  expect(table.sums).toEqual([null, null, '1.50'])
  expect(table.reconciled).toMatchObject({ column: 'accrued', matches: true })
})

test('commas in cells are no separators where semicolons are, and a decimal comma is told calmly', async () => {
  const text = 'date;note;accrued\n2026-10-01;a, b, c;0,50\n2026-10-02;d;1,00\n'
  const table = await tableOf(text, '1.50')
  expect(table.columns).toEqual(['date', 'note', 'accrued'])
  expect(table).toMatchObject({
    reconciled: null,
    sentence: expect.stringMatching(/^No column of this table can/)
  })
})

test('a blank cell is nothing, and a sign or a point may stand first', async () => {
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
