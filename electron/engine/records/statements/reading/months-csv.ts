import { csvLine } from '#shared/domain/base/csv'
import type { GoneStatement } from '#shared/domain/records/statements/list'
import { matricesOf, narrowed, type MatrixFilter } from '#shared/domain/records/statements/matrix'
import type { StatementRow } from '#shared/domain/records/statements/statement'
import { totalsOf } from '#shared/domain/records/statements/totals'

const columns = ['environment', 'month', 'asset', 'accrued', 'states', 'statement_ids']

/** A line for each month of each asset, newest first, with exact totals. */
export function monthsCsv(
  rows: readonly StatementRow[],
  gone: readonly GoneStatement[],
  filter: MatrixFilter
): string {
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  const matrices = narrowed(matricesOf(rows, gone, totalsOf(rows, gone)), filter)
  const lines = matrices.flatMap(({ environment, assets, months }) =>
    months.flatMap(({ month, cells }) =>
      cells.flatMap((cell, place) => {
        if (!cell) return []
        const own = cell.keys.map((key) => ids.get(key) ?? '')
        const asset = assets[place] ?? ''
        return [[environment, month, asset, cell.total ?? '', cell.states.join(' '), own.join(' ')]]
      })
    )
  )
  return [columns, ...lines].map(csvLine).join('')
}
