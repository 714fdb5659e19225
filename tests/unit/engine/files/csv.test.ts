import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from '../../../../electron/engine/files/csv'

const text = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', ';', '|', '\t', '\r', '\n', '"', ',', 'a', ' ', '＝')
})

test('a cell is the text again, but for the apostrophes that keep formulas from being one', () => {
  fc.assert(
    fc.property(text, (each) => {
      const [row] = parse(`${csvCell(each)},x\n`, { relaxColumnCount: true }) as string[][]
      expect(row![0]!.replaceAll("'", '')).toBe(each)
      if (!/[=+\-@＝\t\r\n]/.test(each)) expect(row![0]).toBe(each)
    })
  )
})

/** As the crudest of programs would: no quotation mark keeps anything together, and each of them is thrown away. */
const cellsOf = (line: string) => line.split(/[;|\t\r\n]/).map((cell) => cell.replace(/^[" ]*/, ''))

test('whatever separates the cells, none begins with a formula', () => {
  fc.assert(
    fc.property(text, (each) => {
      for (const cell of cellsOf(csvCell(each))) expect(cell).not.toMatch(/^[=+\-@＝]/)
    })
  )
})
