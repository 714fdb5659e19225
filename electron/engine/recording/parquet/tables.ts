import type { SchemaElement } from 'hyparquet'
import { precision, scale } from './decimals'

/** `whole`: 64 bits; `name`: a few different texts; `text`: may be null, as may decimals. */
export type Kind = 'whole' | 'flag' | 'name' | 'decimal' | 'text'

export type Cell = bigint | boolean | string | null
/** In the order of the table's columns. */
export type Row = readonly Cell[]

/** Around the mid. */
export const depthBasisPoints = [1, 2, 5, 10, 25, 50, 100]
/** In quote currency. */
export const depthNotionals = [
  { amount: '10000', name: '10k' },
  { amount: '100000', name: '100k' },
  { amount: '1000000', name: '1m' }
]

const depthColumns = Object.fromEntries([
  ...['bid', 'ask'].flatMap((side) => depthBasisPoints.map((each) => [`${side}_${each}bp`, 'decimal'])),
  ...['buy', 'sell'].flatMap((side) => depthNotionals.map(({ name }) => [`${side}_${name}_bp`, 'decimal']))
]) as Readonly<Record<string, 'decimal'>>

const tables = {
  book: {
    seq: 'whole',
    time_ns: 'whole',
    received_ns: 'whole',
    is_snapshot: 'flag',
    side: 'name',
    price: 'decimal',
    amount: 'decimal',
    price_text: 'text',
    amount_text: 'text'
  },
  trades: {
    seq: 'whole',
    time_ns: 'whole',
    received_ns: 'whole',
    price: 'decimal',
    amount: 'decimal',
    side: 'name',
    basis: 'name',
    price_text: 'text',
    amount_text: 'text'
  },
  quotes: {
    seq: 'whole',
    received_ns: 'whole',
    bid: 'decimal',
    ask: 'decimal',
    bid_text: 'text',
    ask_text: 'text'
  },
  states: { seq: 'whole', received_ns: 'whole', state: 'name', reason: 'text', dropped: 'whole' },
  depth_1s: { seq: 'whole', received_ns: 'whole', ...depthColumns }
} as const satisfies Record<string, Readonly<Record<string, Kind>>>

export type Table = keyof typeof tables
export const tableNames = Object.keys(tables) as readonly Table[]

interface Column {
  readonly name: string
  readonly kind: Kind
}

export const columnsOf = (table: Table): Column[] =>
  Object.entries(tables[table]).map(([name, kind]) => ({ name, kind }))

const types: Readonly<Record<Kind, Omit<SchemaElement, 'name'>>> = {
  whole: { type: 'INT64', repetition_type: 'REQUIRED' },
  flag: { type: 'BOOLEAN', repetition_type: 'REQUIRED' },
  name: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision,
    scale,
    repetition_type: 'OPTIONAL'
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }
}

export function schemaOf(table: Table): SchemaElement[] {
  const columns = columnsOf(table)
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }) => ({ name, ...types[kind] }))
  ]
}

/** Decimals as the bytes that they are stored as. */
export const storedSchemaOf = (table: Table): SchemaElement[] =>
  schemaOf(table).map(({ converted_type: type, ...element }) =>
    type === undefined || type === 'DECIMAL' ? element : { ...element, converted_type: type }
  )
