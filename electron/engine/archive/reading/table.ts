import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { longestCell, mostRowsTold, type StatementTable } from '../../../shared/contract/archive'
import { formatDecimal } from '../../../shared/domain/decimal'
import { fail } from '../../../shared/domain/problem'
import type { Disk } from '../disk/disk'
import { Columns } from './columns'
import { reading as usual, separatorOf } from './separator'
import { reconcile, sentenceOf } from './reconcile'

const mostColumns = 64
/** A month has 31 days; a table of transactions may be far longer, an endless one is none. */
const mostRows = 1_000_000
/** Of all cells that are shown, in letters: a window is not sent a book. */
const mostShown = 4_000_000

interface Reading {
  columns: string[]
  rows: string[][]
  rowCount: number
  shown: number
  sums: Columns
}

/** A CSV file as a table: what is shown is bounded, the sums are over all of it. */
export async function readTable(
  disk: Disk,
  file: string,
  { total, signal }: { total: string | null; signal?: AbortSignal | undefined }
): Promise<StatementTable> {
  const { columns, rows, rowCount, sums } = await read(disk, file, signal)
  const found = sums.end()
  const reconciled = reconcile(columns, found, total)
  return {
    columns: columns.map((text) => text.slice(0, longestCell)),
    rows,
    rowCount,
    sums: found.sums.map((sum) => sum && formatDecimal(sum)),
    reconciled,
    sentence: sentenceOf(reconciled, total)
  }
}

async function read(disk: Disk, file: string, signal: AbortSignal | undefined): Promise<Reading> {
  const reading: Reading = { columns: [], rows: [], rowCount: 0, shown: 0, sums: new Columns(0) }
  const delimiter = await separatorOf(disk, file)
  const source = Readable.from(disk.read(file))
  const records = source.pipe(parse({ ...usual, delimiter }))
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
    reading.sums = new Columns(cells.length)
    return
  }
  reading.rowCount += 1
  if (reading.rowCount > mostRows) throw fail('archive.table', `This table has more than ${mostRows} rows.`)
  reading.sums.take(cells)
  if (reading.rows.length >= mostRowsTold || reading.shown >= mostShown) return
  const told = cells.map((text) => text.slice(0, longestCell))
  reading.shown += told.reduce((sum, { length }) => sum + length, 0)
  reading.rows.push(told)
}
