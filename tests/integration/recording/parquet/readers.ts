import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { tableFromIPC, type Vector } from 'apache-arrow'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { readParquet } from 'parquet-wasm/node'
import { plainNumber } from './oracle'

/** A value as exact text; null for none. */
export type Values = Readonly<Record<string, string | null>>

const scale = 18

function decimalText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return plainNumber(`${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`)
}

async function filesOf(folder: string, table: string): Promise<{ file: string; market: string }[]> {
  const names = await readdir(path.join(folder, `table=${table}`), { recursive: true })
  return names
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => ({
      file: path.join(folder, `table=${table}`, name),
      market: decodeURIComponent(/market=([^/\\]*)/.exec(name)![1]!)
    }))
}

/** All markets in one query. */
export async function withDuckdb(folder: string, table: string): Promise<Values[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    const source = `read_parquet('${folder}/table=${table}/*/*/*.parquet', hive_partitioning = true, hive_types = {'market': VARCHAR})`
    const result = await connection.runAndReadAll(
      `SELECT COLUMNS(*)::VARCHAR FROM (SELECT * EXCLUDE ("table", date) FROM ${source})`
    )
    const rows = result.getRowObjects() as Record<string, string | null>[]
    const isDecimal = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`)
    const decimals = isDecimal
      .getRowObjects()
      .filter(({ column_type }) => column_type === 'DECIMAL(38,18)')
      .map(({ column_name }) => String(column_name))
    return rows.map((row) => {
      const plain = decimals.map((name) => [name, row[name] ? plainNumber(row[name]) : null] as const)
      return { ...row, ...Object.fromEntries(plain) }
    })
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** It would read decimals as floating-point numbers, so their bytes are read. */
export async function withHyparquet(folder: string, table: string): Promise<Values[]> {
  const rows: Values[] = []
  for (const { file, market } of await filesOf(folder, table)) {
    const buffer = await asyncBufferFromFile(file)
    const metadata = await parquetMetadataAsync(buffer)
    const decimals = new Set<string>()
    for (const element of metadata.schema) {
      if (element.converted_type !== 'DECIMAL') continue
      decimals.add(element.name)
      delete element.converted_type
      delete element.logical_type
    }
    const compressors = { GZIP: (page: Uint8Array) => gunzipSync(page) }
    for (const row of await parquetReadObjects({ file: buffer, metadata, compressors })) {
      const spelled = Object.entries(row).map(([name, value]): [string, string | null] => {
        if (value === null || value === undefined) return [name, null]
        return [name, decimals.has(name) ? decimalText(signedOf(value as Uint8Array)) : String(value)]
      })
      rows.push({ market, ...Object.fromEntries(spelled) })
    }
  }
  return rows
}

const signedOf = (bytes: Uint8Array) => BigInt.asIntN(128, BigInt(`0x${Buffer.from(bytes).toString('hex')}`))

export async function withArrow(folder: string, table: string): Promise<Values[]> {
  const rows: Values[] = []
  for (const { file, market } of await filesOf(folder, table)) {
    const arrow = tableFromIPC(readParquet(await readFile(file)).intoIPCStream())
    for (let row = 0; row < arrow.numRows; row++) {
      const spelled = arrow.schema.fields.map(({ name }) => [name, arrowText(arrow.getChild(name)!, row)])
      rows.push({ market, ...(Object.fromEntries(spelled) as Values) })
    }
  }
  return rows
}

function arrowText(column: Vector, row: number): string | null {
  const value: unknown = column.get(row)
  if (value === null) return null
  if (!(value instanceof Uint32Array)) return String(value)
  // Four words, the lowest first.
  const units = value.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n)
  return decimalText(BigInt.asIntN(128, units))
}
