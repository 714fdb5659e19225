import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { longestCell, mostRowsTold, type StatementTable } from '../../../shared/contract/archive'
import {
  addDecimals,
  canonical,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '../../../shared/domain/decimal'
import { fail } from '../../../shared/domain/problem'
import type { Disk } from '../disk/disk'

const mostColumns = 64
/** A month has 31 days; a table of transactions may be far longer, an endless one is none. */
const mostRows = 1_000_000
const plainAmount = /^-?\d{1,40}(\.\d{1,40})?$/

interface Reading {
  columns: string[]
  rows: string[][]
  rowCount: number
  sums: (Decimal | null)[]
}

/** A CSV file as a table: what is shown is bounded, the sums are over all of it. */
export async function readTable(
  disk: Disk,
  file: string,
  { total, signal }: { total: string | null; signal?: AbortSignal | undefined }
): Promise<StatementTable> {
  const { columns, rows, rowCount, sums } = await read(disk, file, signal)
  const told = sums.map((sum) => (sum && rowCount > 0 ? formatDecimal(sum) : null))
  const reconciled = reconcile(columns, rowCount > 0 ? sums : [], total)
  return {
    columns: columns.map((text) => text.slice(0, longestCell)),
    rows,
    rowCount,
    sums: told,
    reconciled,
    sentence: sentenceOf(reconciled, total)
  }
}

async function read(disk: Disk, file: string, signal: AbortSignal | undefined): Promise<Reading> {
  const reading: Reading = { columns: [], rows: [], rowCount: 0, sums: [] }
  const source = Readable.from(disk.read(file))
  const records = source.pipe(
    parse({
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000
    })
  )
  // A pipe hands on no faults.
  source.on('error', (problem) => records.destroy(problem))
  try {
    for await (const record of records) {
      signal?.throwIfAborted()
      take(reading, (record as unknown[]).map(String))
    }
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('CSV_')) {
      throw fail(
        'archive.table',
        'This CSV file cannot be read as a table. The file itself is kept as it came.',
        {
          detail: thrown.message
        }
      )
    }
    throw thrown
  } finally {
    records.destroy()
    source.destroy()
  }
  return reading
}

function take(reading: Reading, cells: readonly string[]): void {
  if (cells.length > mostColumns)
    throw fail('archive.table', `This table has more than ${mostColumns} columns.`)
  if (reading.columns.length === 0) {
    reading.columns = [...cells]
    reading.sums = cells.map(() => ({ units: 0n, scale: 0 }))
    return
  }
  reading.rowCount += 1
  if (reading.rowCount > mostRows) throw fail('archive.table', `This table has more than ${mostRows} rows.`)
  reading.sums = reading.sums.map((sum, column) => {
    const text = cells[column]?.trim() ?? ''
    const value = plainAmount.test(text) ? parseDecimal(text) : null
    return sum && value && addDecimals(sum, value)
  })
  if (reading.rows.length < mostRowsTold) reading.rows.push(cells.map((text) => text.slice(0, longestCell)))
}

function reconcile(
  columns: readonly string[],
  sums: readonly (Decimal | null)[],
  totalText: string | null
): StatementTable['reconciled'] {
  const total = totalText !== null && plainAmount.test(totalText) ? parseDecimal(totalText) : null
  if (!total) return null
  const named = columns.findIndex((name, index) => /accru|reward|earned/i.test(name) && sums[index])
  const equal = sums.findIndex((sum) => sum && compareDecimals(sum, total) === 0)
  const index = named >= 0 ? named : equal
  const sum = sums[index]
  if (!sum) return null
  const difference = canonical(subtractDecimals(sum, total))
  return {
    column: columns[index]!.slice(0, longestCell),
    sum: formatDecimal(sum),
    total: totalText!,
    matches: difference.units === 0n,
    difference: formatDecimal(difference)
  }
}

function sentenceOf(reconciled: StatementTable['reconciled'], total: string | null): string {
  if (!reconciled) {
    return total === null
      ? 'The statement gives no total to hold this table against.'
      : 'No column of this table can be held against the total of the statement.'
  }
  const { column, sum, difference, matches } = reconciled
  return matches
    ? `The sum of ${column} is the total of the statement, ${total}.`
    : `The sum of ${column} is ${sum}, and the statement says ${total}: they differ by ${difference}.`
}
