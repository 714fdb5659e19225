import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import {
  maxCellLength,
  maxTableNotes,
  maxRowsReported,
  type StatementTable
} from '#shared/contract/records/statements/index'
import { formatDecimal } from '#shared/domain/base/decimal'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { Columns } from './columns'
import {
  dialectOf,
  filledOf,
  fits,
  isFigure,
  noTable,
  reading as usual,
  textOf,
  type Dialect
} from './dialect'
import { reconcile, sentenceOf } from './reconcile'

const maxColumns = 64
/** A month has 31 days; a table of transactions may be far longer, an endless one is none. */
const maxRows = 1_000_000
/** Of all cells that are shown, in letters: a window is not sent a book. */
const maxShown = 4_000_000

/** A CSV file as a table: what is shown is bounded, the sums are over all of it. */
export async function readTable(
  disk: Disk,
  file: string,
  { total, signal }: { total: string | null; signal?: AbortSignal | undefined }
): Promise<StatementTable> {
  const dialect = await dialectOf(disk, file)
  const { columns, rows, rowCount, notes, uneven, sums } = await read(disk, file, { dialect, signal })
  const found = sums.end()
  const isEven = uneven === 0
  const reconciled = isEven ? reconcile(columns, found, total) : null
  return {
    columns: columns.map((text) => text.slice(0, maxCellLength)),
    rows,
    rowCount,
    notes,
    uneven,
    sums: found.sums.map((sum) => (isEven && sum ? formatDecimal(sum) : null)),
    reconciled,
    sentence: isEven ? sentenceOf(reconciled, total) : archiveText.table.uneven(uneven)
  }
}

interface ReadOptions {
  readonly dialect: Dialect
  readonly signal: AbortSignal | undefined
}

async function read(disk: Disk, file: string, { dialect, signal }: ReadOptions): Promise<TableReading> {
  const reading = new TableReading(dialect)
  const source = Readable.from(textOf(disk, file, dialect.encoding))
  const records = source.pipe(parse({ ...usual, delimiter: dialect.delimiter }))
  // A pipe hands on no faults.
  source.on('error', (problem) => records.destroy(problem))
  try {
    for await (const record of records) {
      signal?.throwIfAborted()
      reading.take((record as unknown[]).map(String))
    }
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('CSV_')) {
      throw noTable(archiveText.table.notCsv, thrown.message)
    }
    throw thrown
  } finally {
    records.destroy()
    source.destroy()
  }
  reading.end()
  if (reading.columns.length === 0) throw noTable(archiveText.table.empty)
  return reading
}

/** The state kept of the lines while they arrive. */
class TableReading {
  columns: readonly string[] = []
  readonly rows: string[][] = []
  readonly notes: string[] = []
  rowCount = 0
  uneven = 0
  sums = new Columns(0)
  #seen = 0
  #shown = 0
  /** Lines that do not fit: notes below the table, or part of it where others follow that fit. */
  #odd: (readonly string[])[] = []

  constructor(private readonly dialect: Dialect) {}

  take(cells: readonly string[]): void {
    if (filledOf(cells) === 0) return
    if (cells.length > maxColumns) throw noTable(archiveText.table.tooWide(maxColumns))
    this.#seen += 1
    if (this.#seen <= this.dialect.skipped) return this.#note(cells)
    if (this.columns.length === 0) {
      const { hasNames } = this.dialect
      this.columns = hasNames ? [...cells] : cells.map((_cell, index) => archiveText.table.column(index + 1))
      this.sums = new Columns(cells.length)
      if (hasNames) return
    }
    if (!fits(cells, this.columns)) {
      this.#odd.push(cells)
      if (this.#odd.length > maxTableNotes) this.#flush()
      return
    }
    this.#flush()
    this.#row(cells)
  }

  end(): void {
    const isNote = (cells: readonly string[]) =>
      cells.length < filledOf(this.columns) && !isFigure(cells[0] ?? '')
    if (!this.#odd.every(isNote)) return this.#flush()
    for (const cells of this.#odd) this.#note(cells)
  }

  #flush(): void {
    for (const cells of this.#odd) {
      this.uneven += 1
      this.#row(cells)
    }
    this.#odd = []
  }

  #note(cells: readonly string[]): void {
    const text = cells
      .filter((cell) => cell.trim() !== '')
      .join(' ')
      .slice(0, maxCellLength)
    if (this.notes.length < maxTableNotes) this.notes.push(text)
  }

  #row(cells: readonly string[]): void {
    this.rowCount += 1
    if (this.rowCount > maxRows) throw noTable(archiveText.table.tooLong(maxRows))
    this.sums.take(cells)
    if (this.rows.length >= maxRowsReported || this.#shown >= maxShown) return
    const shown = cells.map((text) => text.slice(0, maxCellLength))
    this.#shown += shown.reduce((sum, { length }) => sum + length, 0)
    this.rows.push(shown)
  }
}
