import { fail } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { quoted } from './views'

/** Others read files, change settings or run SQL that is not visible here; `enable_logging` even writes files. */
const tableFunctions = ['range', 'generate_series', 'unnest', 'json_each', 'json_tree']

interface Serialized {
  readonly error: boolean
}

/** The only statement of the text, which is one that reads. */
export async function prepareSelect(
  connection: DuckDBConnection,
  sql: string,
  selectType: number
): Promise<DuckDBPreparedStatement> {
  // DuckDB would not see what follows.
  if (sql.includes('\0')) throw fail('sql.refused', sqlText.oneStatement)
  const extracted = await connection.extractStatements(sql)
  if (extracted.count === 0) throw fail('sql.refused', sqlText.empty)
  if (extracted.count > 1) throw fail('sql.refused', sqlText.oneStatement)
  // Before it is bound, because some functions take effect then.
  await checkFunctions(connection, sql)
  const prepared = await extracted.prepare(0)
  if (prepared.statementType !== selectType) throw fail('sql.refused', sqlText.onlySelect)
  return prepared
}

/** Serialization refuses everything but SELECT, PRAGMA and CALL too, which otherwise pass for it. */
async function checkFunctions(connection: DuckDBConnection, sql: string): Promise<void> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoted(sql)})`)
  const tree = JSON.parse(String(reader.getRows()[0]![0])) as Serialized
  if (tree.error) throw fail('sql.refused', sqlText.onlySelect)
  const waiting: unknown[] = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    const name = tableFunctionOf(node)
    if (name !== null && !tableFunctions.includes(name.toLowerCase()))
      throw fail('sql.refused', sqlText.tableFunction(name, tableFunctions))
    for (const child of Object.values(node)) waiting.push(child)
  }
}

function tableFunctionOf(node: object): string | null {
  if (!('type' in node) || node.type !== 'TABLE_FUNCTION') return null
  const { function: called } = node as { readonly function?: { readonly function_name?: unknown } }
  return String(called?.function_name)
}
