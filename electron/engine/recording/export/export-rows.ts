import { stat } from 'node:fs/promises'
import { readEnds } from '../log/ends'
import type { LoggedItem } from '../log/lines'
import { isLaterSegment } from '../log/segments'
import { ItemRows } from '../parquet/item-rows'
import { hourOf } from '../parquet/locations'
import { PartFiles } from '../parquet/part-files'
import { startAt } from '../parquet/start'
import { CsvFiles } from './csv-files'
import type { ExportedFile, RowFiles } from './row-files'

interface RowOptions {
  readonly format: 'parquet' | 'csv'
  /** Null for all. */
  readonly markets: ReadonlySet<string> | null
  /** In milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** Until the log has the setting. */
  readonly staleAfter: number
  readonly signal: AbortSignal
  readonly onFile: (file: ExportedFile) => void
  /** Called with the bytes of a segment that were read. */
  readonly onProgress: (segment: string, bytes: number) => void
}

/**
 * Writes what follows from some segments as rows, in the files that sealing would write, or in a CSV file a day. They
 * follow each other; those before them say how it begins. Returns how many places of them could not be read.
 */
export async function exportRows(
  log: string,
  segments: readonly string[],
  folder: string,
  options: RowOptions
): Promise<number> {
  const first = await firstOf(segments)
  const start = first === null ? null : await startAt(log, first - 1, () => options.staleAfter)
  if (first === null || !start) return segments.length
  const rows = new ItemRows(start)
  const files = new Periods(folder, rows, options)
  const { cursor } = start
  const last = segments.at(-1)!
  const { size } = await stat(last)
  try {
    for (;;) {
      options.signal.throwIfAborted()
      const items = await cursor.next()
      const { file, offset } = cursor.place
      if (items.length === 0 || isLaterSegment(file, last)) break
      for (const item of items) {
        const at = item.milliseconds
        if (item.seq < first || at < options.from) rows.skip(item)
        else if (at < options.to) await files.apply(file, item)
      }
      await files.spill()
      options.onProgress(file, offset)
      const isOver = items.at(-1)!.milliseconds >= options.to
      // It may grow meanwhile.
      if (isOver || (file === last && offset >= size)) break
    }
    await files.finish()
    return segments.reduce((sum, file) => sum + cursor.damagedIn(file), 0)
  } finally {
    rows.dispose()
    await cursor.close()
  }
}

/** Null if nothing of them is readable. */
async function firstOf(segments: readonly string[]): Promise<number | null> {
  for (const file of segments) {
    const ends = await readEnds(file)
    if (ends) return ends.first.firstSeq
  }
  return null
}

/** A day or an hour after the other, each with all its files. */
class Periods {
  #period: string | null = null
  #files: RowFiles | null = null

  constructor(
    private readonly folder: string,
    private readonly rows: ItemRows,
    private readonly options: RowOptions
  ) {}

  async apply(segment: string, item: LoggedItem): Promise<void> {
    const { format, markets } = this.options
    const { date, hour } = hourOf(segment)
    const period = format === 'csv' ? date : `${date} ${hour}`
    if (period !== this.#period) {
      await this.finish()
      this.#period = period
      const files =
        format === 'csv'
          ? new CsvFiles(this.folder, date)
          : new PartFiles(this.folder, { date, hour, number: 1 })
      this.#files = files
      this.rows.begin((table, market, row) => {
        if (!markets || markets.has(market)) files.add(table, market, row)
      })
    }
    this.rows.apply(item)
  }

  async spill(): Promise<void> {
    await this.#files?.spill()
  }

  async finish(): Promise<void> {
    const files = this.#files
    this.#files = null
    for (const file of (await files?.finish()) ?? []) this.options.onFile(file)
  }
}
