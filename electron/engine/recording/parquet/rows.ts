import { columnsOf, type Cell, type Row, type Table } from './tables'

/** Rows of a table, by column: a garbage collector has less to do with them. */
export type Rows = readonly Cell[][]

export const noRows = (table: Table): Rows => columnsOf(table).map(() => [])

export const countOf = (rows: Rows): number => rows[0]!.length

export function addRow(rows: Rows, row: Row): void {
  for (let column = 0; column < rows.length; column++) rows[column]!.push(row[column]!)
}
