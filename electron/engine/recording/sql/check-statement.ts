import { fail } from '#shared/domain/base/problem'
import { sqlText } from '#shared/messages/sql'
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { tableNames } from '../parquet/tables'
import { quoted } from './views'

/** Others read files, change settings or run SQL that is not visible here; `enable_logging` even writes files. */
const tableFunctions = ['range', 'generate_series', 'unnest', 'json_each', 'json_tree']

interface Serialized {
  readonly error: boolean
}
type Node = Readonly<Record<string, unknown>>

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
  await checkTree(connection, sql)
  const prepared = await extracted.prepare(0)
  if (prepared.statementType !== selectType) throw fail('sql.refused', sqlText.onlySelect)
  return prepared
}

/** Serialization refuses everything but SELECT, PRAGMA and CALL too, which otherwise pass for it. */
async function checkTree(connection: DuckDBConnection, sql: string): Promise<void> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoted(sql)})`)
  const tree = JSON.parse(String(reader.getRows()[0]![0])) as Serialized
  if (tree.error) throw fail('sql.refused', sqlText.onlySelect)
  const nodes = nodesOf(tree)
  const named = new Set(nodes.flatMap(namesWith))
  for (const node of nodes) {
    const name = tableFunctionOf(node)
    if (name !== null && !tableFunctions.includes(name.toLowerCase()))
      throw fail('sql.refused', sqlText.tableFunction(name, tableFunctions))
    if (isSettingHidden(node)) throw fail('sql.refused', sqlText.setting)
    if (node['type'] !== 'BASE_TABLE') continue
    const table = String(node['table_name'])
    if (!isReadable(table.toLowerCase(), node['schema_name'] === '' ? named : new Set()))
      throw fail('sql.refused', sqlText.table(table, tableNames))
  }
}

function nodesOf(tree: object): Node[] {
  const nodes: Node[] = []
  const waiting: unknown[] = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    nodes.push(node as Node)
    for (const child of Object.values(node)) waiting.push(child)
  }
  return nodes
}

/** Of the queries in its WITH. */
function namesWith(node: Node): string[] {
  const { map = [] } = (node['cte_map'] ?? {}) as { readonly map?: readonly { readonly key: string }[] }
  return map.map(({ key }) => key.toLowerCase())
}

/** A name of WITH is valid in a part of the query only; elsewhere it could be a file or one of these. */
const ofDuckdb = /^(duckdb|pg|pragma|sqlite)_/

const isReadable = (table: string, named: ReadonlySet<string>): boolean =>
  tableNames.some((each) => each === table) ||
  (named.has(table) && /^[\p{L}\p{N}_ ]+$/u.test(table) && !ofDuckdb.test(table))

/** Others name folders of this computer. */
const settings = [
  'enable_external_access',
  'lock_configuration',
  'memory_limit',
  'temp_directory',
  'threads',
  'timezone'
]

function isSettingHidden(node: Node): boolean {
  if (String(node['function_name']).toLowerCase() !== 'current_setting') return false
  const [argument] = node['children'] as readonly { readonly value?: { readonly value?: unknown } }[]
  return !settings.includes(String(argument?.value?.value).toLowerCase())
}

function tableFunctionOf(node: Node): string | null {
  if (node['type'] !== 'TABLE_FUNCTION') return null
  const called = node['function'] as { readonly function_name?: unknown } | undefined
  return String(called?.function_name)
}
