import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from '#shared/domain/base/csv'

const isNumber = (each: string) => /^-?\d+(\.\d+)?%?$/.test(each)

test('a number stays a number, below zero too', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.nat(), (units, fraction) => {
      for (const each of [`${units}`, `${units}.${fraction}`]) expect(csvCell(each)).toBe(each)
    })
  )
})

test.each([
  "-2+3+cmd|'/Ccalc'!A0",
  ' =1+1',
  '＝1+1',
  'a;=1+1',
  '\t=1',
  '\r=1',
  '\u00a0=1',
  '-1-1',
  '+1e9+x',
  '@sum'
])('what a spreadsheet would run is text: %j', (each) => {
  for (const cell of cellsOf(csvCell(each))) expect(cell).not.toMatch(/^\s*[=+\-@＝]/)
})

const text = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', ';', '|', '\t', '\r', '\n', '"', ',', 'a', '1', ' ', '＝')
})

test('a cell is the text again, but for the apostrophes that keep formulas from being one', () => {
  fc.assert(
    fc.property(text, (each) => {
      const [row] = parse(`${csvCell(each)},x\n`, { relaxColumnCount: true }) as string[][]
      expect(row![0]!.replaceAll("'", '')).toBe(each)
      if (isNumber(each)) return
      if (!/[=+\-@＝\t\r\n]/.test(each)) expect(row![0]).toBe(each)
    })
  )
})

/** As the crudest of programs would: no quotation mark keeps anything together, and each of them is thrown away. */
const cellsOf = (line: string) => line.split(/[;|\t\r\n]/).map((cell) => cell.replace(/^[" ]*/, ''))

test('whatever separates the cells, none begins with a formula', () => {
  fc.assert(
    fc.property(text, (each) => {
      fc.pre(!isNumber(each))
      for (const cell of cellsOf(csvCell(each))) expect(cell).not.toMatch(/^[=+\-@＝]/)
    })
  )
})
