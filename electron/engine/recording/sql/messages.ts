import * as v from 'valibot'
import { maxSqlLength, type SqlColumn, type SqlResult, type SqlTable } from '#shared/contract/recording/sql'
import type { Problem } from '#shared/domain/base/problem'

const id = v.number()
const folder = v.string()
const requestSchema = v.variant('kind', [
  v.object({ kind: v.literal('schema'), id, folder }),
  v.object({ kind: v.literal('run'), id, folder, sql: v.pipe(v.string(), v.maxLength(maxSqlLength)) }),
  v.object({ kind: v.literal('interrupt'), id })
])
export type SqlRequest = v.InferOutput<typeof requestSchema>

export type SqlReply =
  | { readonly kind: 'schema'; readonly id: number; readonly tables: readonly SqlTable[] }
  | { readonly kind: 'columns'; readonly id: number; readonly columns: readonly SqlColumn[] }
  | { readonly kind: 'rows'; readonly id: number; readonly part: string; readonly rows: number }
  | { readonly kind: 'done'; readonly id: number; readonly cut: SqlResult['cut'] }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: Problem }

/** Null for anything else. */
export function readSqlRequest(message: unknown): SqlRequest | null {
  const { success, output } = v.safeParse(requestSchema, message)
  return success ? output : null
}
