import path from 'node:path'
import type { SqlTable } from '#shared/contract/recording/sql'
import { precision, scale } from '../parquet/decimals'
import { columnsOf, type Kind } from '../parquet/tables'
import type { SealedTable } from './sealed-files'

const types: Readonly<Record<Kind, string>> = {
  whole: 'BIGINT',
  flag: 'BOOLEAN',
  name: 'VARCHAR',
  decimal: `DECIMAL(${precision},${scale})`,
  text: 'VARCHAR'
}

const columnsIn = ({ name }: SealedTable) => [
  { name: 'market', type: 'VARCHAR' },
  { name: 'date', type: 'DATE' },
  ...columnsOf(name).map((column) => ({ name: column.name, type: types[column.kind] }))
]

export const described = (table: SealedTable): SqlTable => ({
  name: table.name,
  columns: columnsIn(table),
  files: table.files.length,
  bytes: table.bytes,
  from: table.from,
  to: table.to
})

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Readers of hive folders take digits for numbers, and the first file for the pattern of all, so both are named. */
export function viewOf(table: SealedTable, folder: string): string {
  const columns = columnsIn(table)
  const head = `CREATE OR REPLACE VIEW ${table.name} AS SELECT`
  if (table.files.length === 0)
    return `${head} ${columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`
  const files = table.files.map((file) => quoted(path.join(folder, file))).join(', ')
  const names = columns.map(({ name }) => name).join(', ')
  return `${head} ${names} FROM read_parquet([${files}], hive_partitioning = true, hive_types = {'market': VARCHAR, 'date': DATE})`
}
