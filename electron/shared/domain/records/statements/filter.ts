import { archiveText } from '#shared/messages/archive'
import type { StatementRow } from './statement'

export interface StatementFilter {
  /** Words in any order, each found in the ID, asset, month, type, status, amounts, connection, file names or hashes. */
  readonly search: string
  readonly asset: string | null
  readonly year: string | null
}

export const matching = (
  rows: readonly StatementRow[],
  { search, asset, year }: StatementFilter
): readonly StatementRow[] =>
  searched(
    rows.filter(
      (row) => (asset === null || row.asset === asset) && (year === null || row.month.startsWith(`${year}-`))
    ),
    search
  )

function searched(rows: readonly StatementRow[], search: string): readonly StatementRow[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = textOf(row)
    return words.every((word) => text.includes(word))
  })
}

function textOf(row: StatementRow): string {
  const own = [row.id, row.asset, row.month, row.type, row.status, row.profileName, row.environment]
  const figures = [row.totalAccrued, row.averageDailyBalance, row.periodStart, row.periodEnd, row.createdAt]
  const files = row.files.flatMap(({ name, format, sha256, state }) => [name, format, sha256, state])
  const text = archiveText.search
  const marks = [row.revision.of > 1 ? text.revised : '', row.unfinished ? text.unfinished : '', row.state]
  for (const { format } of row.lacking ?? []) marks.push(text.lacking, format)
  return [...own, ...figures, ...files, ...marks].join('\n').toLowerCase()
}
