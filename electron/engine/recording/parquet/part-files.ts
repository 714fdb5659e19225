import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { checkFile } from './check-file'
import { parquetFile, partEnding, type HourPart } from './locations'
import { ParquetFile, type Written } from './parquet-file'
import { addRow, countOf, noRows, type Rows } from './rows'
import type { Row, Table } from './tables'

export interface SealedFile extends Written {
  /** Below the folder of Parquet. */
  readonly name: string
}

interface OpenFile {
  readonly name: string
  readonly table: Table
  readonly file: ParquetFile
  /** Not written yet. */
  rows: Rows
}

const maxGroup = 120_000
/** Of all files together, because each row takes some 300 bytes of memory. */
const maxPending = 200_000

/** The files of an hour, one for each table and market. */
export class PartFiles {
  readonly #files = new Map<string, OpenFile>()
  #pending = 0

  constructor(
    private readonly folder: string,
    private readonly part: HourPart,
    private readonly limits = { group: maxGroup, pending: maxPending }
  ) {}

  readonly add = (table: Table, market: string, row: Row): void => {
    addRow(this.#fileOf(table, market).rows, row)
    this.#pending += 1
  }

  /** Writes what is full, and the largest if there is too much altogether. */
  async spill(): Promise<void> {
    for (const file of this.#files.values())
      if (countOf(file.rows) >= this.limits.group) await this.#write(file)
    while (this.#pending > this.limits.pending) await this.#write(this.#largest())
  }

  /** All files have their names then. */
  async finish(): Promise<SealedFile[]> {
    const sealed: SealedFile[] = []
    for (const open of this.#files.values()) {
      await this.#write(open)
      const written = await open.file.finish()
      await checkFile(open.file.file, open.table, written)
      sealed.push({ name: open.name, ...written })
    }
    for (const { name, file } of this.#files.values()) await rename(file.file, path.join(this.folder, name))
    return sealed
  }

  #fileOf(table: Table, market: string): OpenFile {
    const key = `${table} ${market}`
    const known = this.#files.get(key)
    if (known) return known
    const name = parquetFile(table, market, this.part)
    const file = new ParquetFile(path.join(this.folder, name) + partEnding, table)
    const open = { name, table, file, rows: noRows(table) }
    this.#files.set(key, open)
    return open
  }

  async #write(open: OpenFile): Promise<void> {
    const { rows } = open
    if (countOf(rows) === 0) return
    open.rows = noRows(open.table)
    this.#pending -= countOf(rows)
    await mkdir(path.dirname(open.file.file), { recursive: true, mode: 0o700 })
    await open.file.write(rows)
  }

  #largest(): OpenFile {
    return [...this.#files.values()].reduce((one, other) =>
      countOf(other.rows) > countOf(one.rows) ? other : one
    )
  }
}
