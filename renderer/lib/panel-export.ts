import { libText } from '../messages/lib'
import { csvLine } from '#shared/domain/base/csv'

/** What is visible, as a table: every cell exact and as it is shown, but without grouping marks. */
export interface TableFigures {
  /** What the table is of, for a reader who sees nothing else: "Order book BTCUSD". */
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The row from which assistive technology starts, for example the best price. */
  readonly start?: number
}

export const csvOf = ({ columns, rows }: Pick<TableFigures, 'columns' | 'rows'>): string =>
  [columns, ...rows].map(csvLine).join('')

/** "Order book BTCUSD 2026-11-21 10.15.04 UTC", made fit for the names of files. */
export const fileName = (name: string, time: string, ending: 'png' | 'csv') =>
  `${`${name} ${time}`
    .replaceAll(':', '.')
    .replaceAll(/[^\w .()-]+/gu, '-')
    .slice(0, 110)
    .trim()}.${ending}`

/** Whoever opens the file in a year has to see what it is of, from where and when, and whether it was live. */
export const withOrigin = (
  { columns, rows }: Pick<TableFigures, 'columns' | 'rows'>,
  origin: Readonly<Record<'panel' | 'source' | 'state' | 'taken', string>>
): Pick<TableFigures, 'columns' | 'rows'> => ({
  columns: [libText.table.panel, libText.table.source, libText.table.state, libText.table.time, ...columns],
  rows: rows.map((row) => [origin.panel, origin.source, origin.state, origin.taken, ...row])
})
