import { libText } from '../messages/lib'
import { csvLine } from '#shared/domain/base/csv'

/** The visible figures as a table: exact, without grouping marks. */
export interface TableFigures {
  /** For example "Order book BTCUSD". */
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The row from which assistive technology starts, for example the best price. */
  readonly start?: number
  /** Columns of figures of several markets or kinds, which have digits of their own. */
  readonly mixed?: boolean
}

export const csvOf = ({ columns, rows }: Pick<TableFigures, 'columns' | 'rows'>): string =>
  [columns, ...rows].map(csvLine).join('')

/** A safe file name: "Order book BTCUSD 2026-11-21 10.15.04 UTC". */
export const fileName = (name: string, time: string, ending: 'png' | 'csv') =>
  `${`${name} ${time}`
    .replaceAll(':', '.')
    .replaceAll(/[^\w .()-]+/gu, '-')
    .slice(0, 110)
    .trim()}.${ending}`

/** Each row contains the market, source and time, and whether it was live. */
export const withOrigin = (
  { columns, rows }: Pick<TableFigures, 'columns' | 'rows'>,
  origin: Readonly<Record<'panel' | 'source' | 'state' | 'taken', string>>
): Pick<TableFigures, 'columns' | 'rows'> => ({
  columns: [libText.table.panel, libText.table.source, libText.table.state, libText.table.time, ...columns],
  rows: rows.map((row) => [origin.panel, origin.source, origin.state, origin.taken, ...row])
})
