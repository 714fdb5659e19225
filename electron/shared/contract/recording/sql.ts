import * as v from 'valibot'
import { call } from '../base/call'
import { recordedConnectionId } from './catalog'
import type { Environment } from '../connection/connections'

export const maxSqlLength = 20_000
export const maxSqlRows = 100_000
/** Characters of all values together. */
export const maxSqlResult = 16_000_000
/** In seconds. */
export const maxSqlTime = 60
export const maxSavedQueries = 200
const maxNameLength = 80

/** A recorded connection with Parquet files. */
export interface SqlSource {
  readonly id: string
  /** Null if it is not one of ours. */
  readonly environment: Environment | null
  readonly name: string
  /** The connection in use. */
  readonly inUse: boolean
}

export interface SqlTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly files: number
  readonly bytes: number
  /** Such as 2026-11-24; null without files. */
  readonly from: string | null
  readonly to: string | null
}

export interface SqlColumn {
  readonly name: string
  /** As DuckDB names it. */
  readonly type: string
  readonly kind: 'number' | 'time' | 'text'
}

/** Exact values, as text. */
export type SqlRow = readonly (string | null)[]

export interface SqlResult {
  readonly columns: readonly SqlColumn[]
  /** Each a JSON array of rows. */
  readonly parts: readonly string[]
  readonly rows: number
  /** The limit that ended it; null if these are all rows. */
  readonly cut: 'rows' | 'size' | null
  /** In milliseconds. */
  readonly time: number
}

export interface SavedQuery {
  readonly id: string
  readonly name: string
  readonly sql: string
}

const sql = v.pipe(v.string(), v.minLength(1), v.maxLength(maxSqlLength))
const source = v.object({ connection: recordedConnectionId })
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
export const queryName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxNameLength))
export const savedQuerySchema = v.object({ id, name: queryName, sql })

export const sqlCalls = {
  sources: call(v.undefined()).returns<readonly SqlSource[]>(),
  schema: call(source).returns<readonly SqlTable[]>(),
  /** One query of a window at a time; null if it was cancelled. */
  run: call(v.object({ ...source.entries, sql })).returns<SqlResult | null>(),
  cancel: call(v.undefined()).returns<null>(),
  /** The last result of the window. Asks for a file; null if that was cancelled. */
  saveCsv: call(v.undefined()).returns<{ readonly path: string } | null>(),
  queries: call(v.undefined()).returns<readonly SavedQuery[]>(),
  /** A query of the same name is replaced. */
  save: call(v.object({ name: queryName, sql })).returns<readonly SavedQuery[]>(),
  rename: call(v.object({ id, name: queryName })).returns<readonly SavedQuery[]>(),
  remove: call(v.object({ id })).returns<readonly SavedQuery[]>()
}

export interface SqlPushes {
  'sql.queriesChanged': readonly SavedQuery[]
}
export const sqlPushes = ['sql.queriesChanged'] as const
