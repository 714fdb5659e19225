import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TableCheck } from '../../../../electron/engine/archive/download/table-check'
import { parseMonth } from '../../../../electron/sandbox/data/months'
import { makeStatements } from '../../../../electron/sandbox/data/statements'
import { makeCsv } from '../../../../electron/sandbox/files/csv'

/** What is said of it, in whatever parts it comes; null where nothing is. */
function judged(body: string | Buffer, part = Infinity): string | null {
  const bytes = Buffer.from(body)
  const check = new TableCheck()
  for (let at = 0; at < bytes.length; at += part) {
    const fault = check.take(bytes.subarray(at, at + part))
    if (fault !== null) return fault
  }
  return check.end()
}

const separators = [',', ';', '\t', '|'] as const
const separator = fc.constantFrom(...separators)
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
/** As a program writes it that knows the format; text without quotes and separators is written as it is. */
const written = (text: string) => (/[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const cell = fc.string({ unit: fc.constantFrom('a', 'é', '1', '"', ',', ';', '|', '\n', '-'), maxLength: 6 })
const filled = cell.map((text) => `x${text}`)
const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
  fc.record({
    head: fc.array(filled, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 })
  })
)

test('every CSV that the local sandbox has is one', () => {
  for (const statement of makeStatements(1, parseMonth('2026-10')!).slice(0, 40))
    expect(judged(makeCsv(statement))).toBeNull()
})

test('a table is taken with any columns, separator, quotes and ends of lines, in any parts; a period may be empty', () => {
  fc.assert(
    fc.property(
      table,
      separator,
      lineEnd,
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      ({ head, rows }, between, end, hasLast, part) => {
        const lines = [head, ...rows].map((cells) => cells.map(written).join(between))
        const text = lines.join(end) + (hasLast ? end : '')
        expect(judged(text, part)).toBeNull()
      }
    ),
    { numRuns: 400 }
  )
})

test('one cell more or less in one line, or an end within a cell, and it is none', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', '1', '-'), minLength: 1, maxLength: 5 })
  const rows = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(plain, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 6 })
    )
  fc.assert(
    fc.property(
      rows,
      separator,
      fc.nat(),
      fc.constantFrom('more', 'less', 'cut'),
      (given, between, at, how) => {
        const place = 1 + (at % (given.length - 1))
        const row = given[place]!
        const bad = { more: [...row, 'x'], less: row.slice(1), cut: [...row.slice(1), '"x'] }[how]
        const text = given.with(place, bad).map((cells) => cells.join(between))
        expect(judged(text.join('\n'))).toMatch(/not all of its lines/)
        expect(judged(given.map((cells) => cells.join(between)).join('\n'))).toBeNull()
      }
    )
  )
})

/** By another reader of such files, which is asked with each of the separators. */
function isTable(text: string): boolean {
  return separators.some((delimiter) => {
    let records: string[][]
    try {
      const how = {
        delimiter,
        bom: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true
      }
      records = parse(text, how)
    } catch {
      return false
    }
    const lengths = records
      .filter(
        (cells) =>
          cells.length > (delimiter === '\t' ? Infinity : 1) || cells.some((each) => each.trim() !== '')
      )
      .map((cells) => [cells.length, cells.findLastIndex((each) => each.trim() !== '') + 1] as const)
    const [head, ...rows] = lengths
    if (!head || head[1] < 2) return false
    return rows.every(([all, last]) => all >= head[1] && last <= head[0])
  })
}

test('of any lines it says what another reader finds of them', () => {
  const piece = fc.constantFrom(
    'a',
    ',',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\n',
    '"b"',
    '"c,d"',
    '"e\n"',
    '""',
    ' ',
    'f"g',
    '"h'
  )
  const seen = { good: 0, bad: 0 }
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 16 }),
      fc.integer({ min: 1, max: 5 }),
      (pieces, part) => {
        const text = pieces.join('')
        const good = isTable(text)
        seen[good ? 'good' : 'bad'] += 1
        expect([text, judged(text, part) === null]).toEqual([text, good])
      }
    ),
    { numRuns: 3000 }
  )
  // Both are among them, and not by chance alone.
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(100)
})

test.each([
  ['a sentence', 'Access denied, sign in.\n'],
  ['a sentence of one word at its end', 'Sorry, forbidden!'],
  ['sentences with as many commas each', 'Hello, you.\nSorry, not now.\n'],
  ['a sentence in quotation marks', '"The key is wrong, so there is nothing here."'],
  ['a long sentence without its end', 'Your request could not be completed at this time, please try again'],
  ['lines of a log', 'error: no such key\ncode: 404\n'],
  ['a list of words', 'one\ntwo\nthree\n'],
  ['blank lines', '\n \n\t\n'],
  ['separators alone', ',,,\n,,,\n']
])('%s is none, in whatever parts it comes', (_what, text) => {
  for (const part of [1, 3, Infinity]) expect(judged(text, part)).toMatch(/is no table/)
})

test.each([
  ['a head that ends in what is shortened', 'Date,Ref No.\n'],
  ['one that asks', 'date,settled?\n'],
  ['notes that are sentences', 'date,note\n2026-10-01,It was paid.\n2026-10-02,It was paid.\n'],
  ['long names over rows', 'The balance at the end of each day of the month,b\n1,2\n'],
  ['commas in names and in figures', 'Balance, USD;Accrued, USD\n1,5;2,5\n1;2\n'],
  ['lines that end with a separator', 'a,b\n1,2,\n3,4,\n'],
  ['a row of totals', 'date,balance,accrued\n2026-10-01,1,2\nTotal,,2\n'],
  ['quotation marks within a cell', 'a,b\n1,5" pipe\n"2" inch,x\n'],
  ['a byte order mark before quotation marks', '\uFEFF"a,b",c\n1,2\n']
])('%s: it is one, in whatever parts it comes', (_what, text) => {
  for (const part of [1, 3, Infinity]) expect(judged(text, part)).toBeNull()
})
