import type { StatementRow } from '#shared/domain/records/statements/statement'

export interface Difference {
  /** The service's name of a field, or the name of a file. */
  readonly what: string
  readonly before: string | null
  readonly after: string | null
  /** `after` minus `before`, exact, where both are amounts. */
  readonly change: string | null
}

/** The revisions of one statement, the oldest first; each says how it differs from the one before. */
export interface RevisionGroup {
  readonly rows: readonly { readonly row: StatementRow; readonly differences: readonly Difference[] }[]
  /** Lines of the two newest CSV files that are not the same, by their first column; `maxLinesReported` at most. */
  readonly lines: readonly {
    readonly key: string
    readonly before: string | null
    readonly after: string | null
  }[]
}
export const maxLinesReported = 200

export interface StatementTable {
  readonly columns: readonly string[]
  /** `maxRowsReported` at most, cells cut to `maxCellLength`. */
  readonly rows: readonly (readonly string[])[]
  readonly rowCount: number
  /** Lines above and below the table that are not part of it, such as a title or notes; `maxTableNotes` at most. */
  readonly notes: readonly string[]
  /** Lines within the table that have another number of cells than its names. Nothing is summed then. */
  readonly uneven: number
  /** By column, exact, without a last row that is a total itself; null where a cell is not a number. */
  readonly sums: readonly (string | null)[]
  /** The column held against `total_accrued`, or null where none can be. */
  readonly reconciled: {
    readonly column: string
    readonly sum: string
    readonly total: string
    readonly matches: boolean
    /** `sum` minus `total`. */
    readonly difference: string
    /** The table's own figure for the column at its end, where that is not the sum of its rows. */
    readonly ownTotal?: string
  } | null
  /** Whether it matches the total, or why that is unknown. */
  readonly sentence: string
}
export const maxRowsReported = 5000
export const maxTableNotes = 20
export const maxCellLength = 500
