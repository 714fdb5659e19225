import type { StatementRow } from './statement'

/** A statement that was complete here and whose folder or record is gone: its folder's name says what it was. */
export interface GoneStatement {
  /** Its folder below the archive. */
  readonly key: string
  readonly environment: string
  /** Null where no other statement tells whose folder it was in. */
  readonly profileId: string | null
  readonly asset: string
  readonly month: string
  readonly id: string
}

/** All statements of the archive, in order. */
export interface StatementList {
  /** Counts up with each change. */
  readonly version: number
  readonly rows: readonly StatementRow[]
  readonly gone: readonly GoneStatement[]
}

/** From one version of the list to a newer one. */
export interface ListChange {
  readonly from: number
  readonly version: number
  /** Rows that are new or different. */
  readonly rows: readonly StatementRow[]
  /** Keys of rows that are no longer there. */
  readonly removed: readonly string[]
  /** Null where they are the same. */
  readonly gone: readonly GoneStatement[] | null
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The newest period first, revisions side by side. */
export const newestFirst = (a: StatementRow, b: StatementRow): number =>
  compare(b.month, a.month) ||
  compare(a.asset ?? '', b.asset ?? '') ||
  compare(a.type ?? '', b.type ?? '') ||
  compare(a.profileId, b.profileId) ||
  b.revision.number - a.revision.number ||
  compare(a.key, b.key)

/** The list with the change; null where a change in between is missing, so that the list must be read again. */
export function applied(list: StatementList, change: ListChange): StatementList | null {
  if (list.version === change.version) return list
  if (list.version !== change.from) return null
  const rows = new Map(list.rows.map((row) => [row.key, row]))
  for (const key of change.removed) rows.delete(key)
  for (const row of change.rows) rows.set(row.key, row)
  return {
    version: change.version,
    rows: [...rows.values()].sort(newestFirst),
    gone: change.gone ?? list.gone
  }
}
