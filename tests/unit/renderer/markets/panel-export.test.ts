import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvOf, fileName, withOrigin } from '#renderer/lib/panel-export'

/** Written from RFC 4180, independent of our writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === ',') {
      rows.at(-1)!.push(cell)
      cell = ''
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.at(-1)!.push(cell)
      cell = ''
      rows.push([])
      at += 1
    } else cell += letter
  }
  return rows.slice(0, -1)
}

const cells = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('64,211.50', '"', '\r\n', '=1+1', '@sum', '-5', '-0.25', '+1', '-cmd', '▲', ''),
  fc.bigInt().map(String)
)

describe('figures as CSV', () => {
  test('are read back unchanged except for formulas', () => {
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 })
      )
    fc.assert(
      fc.property(table, ([columns, ...rows]) => {
        const back = readCsv(csvOf({ columns: columns!, rows }))
        expect(back.length).toBe(rows.length + 1)
        for (const [row, wanted] of [columns!, ...rows].entries()) {
          for (const [column, text] of wanted.entries()) {
            const read = back[row]![column]!
            if (read === text) continue
            expect(text).toMatch(/[=+\-@\t\r\n]/)
            expect(read.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
          }
        }
      })
    )
  })

  it.each(['=1+1', '@sum', '-cmd', '+1', '\tx'])('quotes %j as text', (text) => {
    expect(readCsv(csvOf({ columns: ['one'], rows: [[text]] }))[1]).toEqual([`'${text}`])
  })

  it.each(['-5', '-0.25', '64211.50', '0'])('keeps the number %j', (text) => {
    expect(csvOf({ columns: ['one'], rows: [[text]] })).toBe(`one\r\n${text}\r\n`)
  })
})

test('get a valid descriptive file name', () => {
  expect(fileName('Order book BTC/USD', '2026-11-21 10:15:04 UTC', 'csv')).toBe(
    'Order book BTC-USD 2026-11-21 10.15.04 UTC.csv'
  )
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(fileName(name, '2026-11-21 10:15:04 UTC+05:30', 'png')).toMatch(/^[\w .()-]{1,120}\.png$/)
    })
  )
})

test('contain source, time and state in each row', () => {
  const origin = {
    panel: 'Order book BTCUSD',
    source: 'Local sandbox (local)',
    state: 'Stale',
    taken: '2026-11-21 10:15:04 UTC'
  }
  const table = { columns: ['Price'], rows: [['64211.50'], ['64212.00']] }
  const lines = readCsv(csvOf(withOrigin(table, origin)))
  expect(lines).toHaveLength(3)
  for (const [line, wanted] of lines.entries())
    expect(wanted).toEqual(
      line === 0
        ? ['Panel', 'Source', 'State', 'Time', 'Price']
        : [...Object.values(origin), table.rows[line - 1]![0]]
    )
})
