import type * as duckdb from '@duckdb/node-api'
import {
  maxSqlResult,
  maxSqlRows,
  type SqlColumn,
  type SqlResult,
  type SqlTable
} from '#shared/contract/recording/sql'
import { fail } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import { prepareSelect } from './check-statement'
import { SealedFiles } from './sealed-files'
import { kindOf, valueText } from './value-text'
import { described, quoted, viewOf } from './views'

/** DuckDB, which is loaded only in a process of its own. */
export type Duckdb = Pick<typeof duckdb, 'DuckDBInstance' | 'StatementType'>

interface ResultListener {
  readonly onColumns: (columns: readonly SqlColumn[]) => void
  /** A JSON array of rows. */
  readonly onRows: (part: string, rows: number) => void
}

const maxColumns = 500
/** Characters of a value. */
const maxValue = 1_000_000

const atStart = {
  threads: '1',
  memory_limit: '512MB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false'
}

/** In this order: once external access is off and the configuration is locked, nothing can be set. */
const confinement = (folder: string) => [
  `SET temp_directory = ''`,
  `SET max_temp_directory_size = '0B'`,
  `SET TimeZone = 'UTC'`,
  `SET allowed_directories = [${quoted(folder)}]`,
  'SET enable_external_access = false',
  'SET lock_configuration = true'
]

/** The sealed files of one connection as views, and nothing else of this computer. */
export class ConfinedDatabase {
  readonly #files: SealedFiles
  /** The files that the views were made of. */
  #views: string[] = []
  #running: duckdb.DuckDBConnection | null = null

  private constructor(
    private readonly library: Duckdb,
    private readonly instance: duckdb.DuckDBInstance,
    private readonly folder: string
  ) {
    this.#files = new SealedFiles(folder)
  }

  static async open(library: Duckdb, folder: string): Promise<ConfinedDatabase> {
    const instance = await library.DuckDBInstance.create(':memory:', atStart)
    const connection = await instance.connect()
    for (const sql of confinement(folder)) await connection.run(sql)
    connection.closeSync()
    return new ConfinedDatabase(library, instance, folder)
  }

  async schema(): Promise<SqlTable[]> {
    return (await this.#files.read()).map(described)
  }

  /** Runs a single SELECT. Returns the limit that ended it, if any. */
  async run(sql: string, listener: ResultListener): Promise<SqlResult['cut']> {
    const connection = (this.#running = await this.instance.connect())
    try {
      await this.#renewViews(connection)
      const prepared = await prepareSelect(connection, sql, this.library.StatementType.SELECT)
      const result = await prepared.stream()
      const types = result.columnTypes().map(String)
      if (types.length > maxColumns) throw fail('sql.refused', sqlText.tooManyColumns(maxColumns))
      const names = result.columnNames()
      listener.onColumns(types.map((type, index) => ({ name: names[index]!, type, kind: kindOf(type) })))
      return await passRows(() => result.fetchChunk(), types, listener)
    } finally {
      this.#running = null
      connection.closeSync()
    }
  }

  interrupt(): void {
    this.#running?.interrupt()
  }

  dispose(): void {
    this.instance.closeSync()
  }

  async #renewViews(connection: duckdb.DuckDBConnection): Promise<void> {
    const views = (await this.#files.read()).map((table) => viewOf(table, this.folder))
    for (const [index, view] of views.entries()) if (view !== this.#views[index]) await connection.run(view)
    this.#views = views
  }
}

async function passRows(
  fetch: () => Promise<duckdb.DuckDBDataChunk | null>,
  types: readonly string[],
  { onRows }: ResultListener
): Promise<SqlResult['cut']> {
  let passed = 0
  let size = 0
  for (;;) {
    const chunk = await fetch()
    if (!chunk || chunk.rowCount === 0) return null
    const rows: (string | null)[][] = []
    let cut: SqlResult['cut'] = null
    // One by one, so that a chunk of long values does not fill the memory.
    for (let row = 0; row < chunk.rowCount && cut === null; row++) {
      const values = types.map((type, column) => valueText(chunk.getColumnVector(column).getItem(row), type))
      if (values.some((value) => value !== null && value.length > maxValue))
        throw fail('sql.refused', sqlText.valueTooLong)
      size += values.reduce((sum, value) => sum + (value?.length ?? 0), 0)
      if (passed + rows.length >= maxSqlRows) cut = 'rows'
      else if (size > maxSqlResult) cut = 'size'
      else rows.push(values)
    }
    passed += rows.length
    onRows(JSON.stringify(rows), rows.length)
    if (cut !== null) return cut
  }
}
