import { createHash, type Hash } from 'node:crypto'
import { appendFile, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { csvLine } from '#shared/domain/base/csv'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import { formatTime } from '#shared/domain/base/time'
import { scale } from '../parquet/decimals'
import { encodeMarket } from '../parquet/locations'
import { columnsOf, type Row, type Table } from '../parquet/tables'
import type { RowFiles } from './row-files'

/** In characters: of one file, and of all together. */
const maxPending = 1_000_000
const maxAllPending = 16_000_000

interface CsvFile {
  readonly name: string
  readonly hash: Hash
  pending: string
}

/** The files of a day, one for each table and market. */
export class CsvFiles implements RowFiles {
  readonly #files = new Map<string, CsvFile>()
  #pending = 0

  constructor(
    private readonly folder: string,
    private readonly day: string
  ) {}

  readonly add = (table: Table, market: string, row: Row): void => {
    const line = csvLine([market, ...cellsOf(table, row)])
    this.#fileOf(table, market).pending += line
    this.#pending += line.length
  }

  async spill(): Promise<void> {
    const isTooMuch = this.#pending > maxAllPending
    for (const file of this.#files.values())
      if (isTooMuch || file.pending.length > maxPending) await this.#write(file)
  }

  async finish() {
    const written = []
    for (const file of this.#files.values()) {
      await this.#write(file)
      const handle = await open(path.join(this.folder, file.name), 'r+')
      await handle.sync().finally(() => handle.close())
      written.push({ name: file.name, sha256: file.hash.digest('hex') })
    }
    return written
  }

  #fileOf(table: Table, market: string): CsvFile {
    const name = `${table}/${encodeMarket(market)}/${this.day}.csv`
    const known = this.#files.get(name)
    if (known) return known
    const file = { name, hash: createHash('sha256'), pending: csvLine(['market', ...headOf(table)]) }
    this.#files.set(name, file)
    return file
  }

  /** There are too many files to keep them open. */
  async #write(file: CsvFile): Promise<void> {
    const { name, pending } = file
    file.pending = ''
    this.#pending -= pending.length
    file.hash.update(pending)
    const target = path.join(this.folder, name)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await appendFile(target, pending, { mode: 0o600 })
  }
}

const timeEnding = '_ns'
const textEnding = '_text'

/** Times also as text; a number in one column, however long it is. */
const headOf = (table: Table): string[] =>
  columnsOf(table).flatMap(({ name }) => {
    if (name.endsWith(timeEnding)) return [name.slice(0, -timeEnding.length), name]
    return name.endsWith(textEnding) ? [] : [name]
  })

function cellsOf(table: Table, row: Row): string[] {
  const columns = columnsOf(table)
  return columns.flatMap(({ name, kind }, index) => {
    const value = row[index]
    if (name.endsWith(timeEnding)) return [formatTime(value as bigint), String(value)]
    if (name.endsWith(textEnding)) return []
    if (kind !== 'decimal') return [String(value ?? '')]
    if (typeof value === 'bigint') return [formatDecimal(canonical({ units: value, scale }))]
    const text = row[columns.findIndex((column) => column.name === name + textEnding)]
    return [String(text ?? '')]
  })
}
