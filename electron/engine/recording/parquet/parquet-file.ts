import { createHash } from 'node:crypto'
import { appendFile, open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { encodeDecimals } from './decimal-column'
import { countOf, type Rows } from './rows'
import { columnsOf, schemaOf, storedSchemaOf, type Table } from './tables'

/** Numbers that mostly increase. */
const delta = { encoding: 'DELTA_BINARY_PACKED' } as const

export interface Written {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly firstSeq: bigint
  readonly lastSeq: bigint
}

/** A Parquet file that is written a row group at a time, so that only one is in memory. */
export class ParquetFile {
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter
  readonly #hash = createHash('sha256')
  #rows = 0
  #firstSeq = 0n
  #lastSeq = 0n

  constructor(
    readonly file: string,
    private readonly table: Table
  ) {
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: storedSchemaOf(table),
      codec: 'GZIP',
      compressors: { GZIP: (page) => gzipSync(page) },
      createdBy: 'leadline'
    })
  }

  /** @param rows in the order of `seq`, at least one */
  async write(rows: Rows): Promise<void> {
    const count = countOf(rows)
    const [seqs] = rows
    const columns = columnsOf(this.table).map(({ name, kind }, index) => {
      const data = rows[index]!
      if (kind === 'decimal') return { name, ...encodeDecimals(data as (bigint | null)[]) }
      return { name, data, ...(kind === 'whole' && delta) }
    })
    // The writer would take several times as long for decimals, so it gets their bytes, without their order.
    const columnData = columns.map((column) =>
      'statistics' in column ? { ...column, statistics: false } : column
    )
    await this.#writer.write({ columnData, rowGroupSize: count })
    for (const [index, column] of columns.entries()) {
      const facts = this.#writer.row_groups.at(-1)!.columns[index]!.meta_data
      if (facts && 'statistics' in column) facts.statistics = column.statistics
    }
    if (this.#rows === 0) this.#firstSeq = seqs![0] as bigint
    this.#lastSeq = seqs!.at(-1) as bigint
    this.#rows += count
    await this.#flush()
  }

  /** It is on the disk then. */
  async finish(): Promise<Written> {
    this.#writer.schema = schemaOf(this.table)
    await this.#writer.finish()
    await this.#flush()
    const handle = await open(this.file, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    return {
      rows: this.#rows,
      bytes: this.#bytes.offset,
      sha256: this.#hash.digest('hex'),
      firstSeq: this.#firstSeq,
      lastSeq: this.#lastSeq
    }
  }

  /** There are too many files to keep them open. */
  async #flush(): Promise<void> {
    const bytes = this.#bytes.getBytes()
    this.#hash.update(bytes)
    await appendFile(this.file, bytes, { mode: 0o600 })
    this.#bytes.index = 0
  }
}
