import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#shared/domain/base/csv'

const isNumber = (text: string) => /^-?\d+(\.\d+)?%?$/.test(text)

/** For commas and for other separators, quoted or not. */
const cellsOf = (file: string): string[] => [
  ...(
    parse(file, { relaxQuotes: true, relaxColumnCount: true, recordDelimiter: '\r\n' }) as string[][]
  ).flat(),
  ...file.split(/[;|\t\r\n]/)
]

/** Like the most lenient spreadsheet, which skips quotes and invisible characters. */
const runs = (cell: string) => {
  const seen = cell.replace(/^["\s\p{C}\p{Z}]+/u, '')
  return /^[=+\-@＝＋－＠]/.test(seen) && !isNumber(seen.replace(/"?(,.*)?$/s, '').trim())
}

test('keeps signed numbers', () => {
  fc.assert(
    fc.property(fc.constantFrom('', '-'), fc.bigInt({ min: 0n }), fc.nat(), (sign, units, fraction) => {
      for (const each of [`${sign}${units}`, `${sign}${units}.${fraction}`, `${sign}${units}%`])
        expect(csvLine([each])).toBe(`${each}\r\n`)
    })
  )
})

const formulas = [
  "-2+3+cmd|'/Ccalc'!A0",
  ' =1+1',
  '＝1+1',
  'a;=1+1',
  'a\t=1+1',
  'a\n=1+1',
  '\t=1',
  '\r=1',
  '\u00a0=1',
  '\u200b=1',
  '\u0000=1',
  '\u0001@sum',
  '-1-1',
  '+1e9+x',
  '@sum'
]

test.each(formulas)('the judge would run %j, and does not run the cell', (each) => {
  expect(cellsOf(each).some(runs)).toBe(true)
  expect(cellsOf(csvLine(['x', each])).filter(runs)).toEqual([])
})

const signs = ['=', '+', '-', '@', '＝', '＋', '；', ';', '|', ',', '\t', '\r', '\n', '"', "'"]
const text = fc.string({ unit: fc.constantFrom(...signs, 'a', '1', '.', ' ', '\u00a0', '\u200b', '\u0000') })

test('evaluates only numbers, whatever the separator', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      expect(cellsOf(csvLine(cells)).filter(runs)).toEqual([])
    }),
    { numRuns: 2000, examples: [[['-1', '']], [['-1', '2', '-3%']]] }
  )
})

test('keeps text except for formula guards', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
      const [row] = parse(csvLine(cells), { relaxColumnCount: true, recordDelimiter: '\r\n' }) as string[][]
      const plain = (each: string) => each.replaceAll("'", '')
      expect(row!.map(plain)).toEqual(cells.map(plain))
      for (const [index, cell] of cells.entries())
        if (!/[=+\-@＝＋]/.test(cell) && !/^[\t\r\n]/.test(cell)) expect(row![index]).toBe(cell)
    })
  )
})
