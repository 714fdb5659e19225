import * as v from 'valibot'
import { call } from './call'

/** What became of a file since it was fetched. Between two checks, what is gone or has another length shows at once. */
export type FileState = 'unaltered' | 'altered' | 'missing'

export interface ArchivedFile {
  readonly name: string
  readonly format: string
  readonly bytes: number
  readonly sha256: string
  readonly generatedAt: string | null
  readonly fetchedAt: string
  readonly state: FileState
}

/** A statement in the archive. Amounts and times are the service's own texts. */
export interface StatementRow {
  /** Its folder below the archive: its name in every call. */
  readonly key: string
  readonly id: string
  readonly environment: string
  readonly profileId: string
  readonly profileName: string
  readonly asset: string | null
  /** `YYYY-MM`, or `undated`. */
  readonly month: string
  readonly periodStart: string | null
  readonly periodEnd: string | null
  readonly type: string | null
  readonly status: string | null
  readonly totalAccrued: string | null
  readonly averageDailyBalance: string | null
  readonly createdAt: string | null
  readonly completedAt: string
  readonly files: readonly ArchivedFile[]
  /** The worst of its files and its sidecar. */
  readonly state: FileState
  /** When the hashes were last proven, in milliseconds since the epoch. */
  readonly provenAt: number
  /** Counts from 1 within the same asset, period and type; `of` 1 where there is no revision. */
  readonly revision: { readonly number: number; readonly of: number }
}

export type FetchState = 'waiting' | 'asking' | 'loading' | 'saved' | 'present' | 'failed' | 'stopped'

export interface FetchItem {
  readonly id: string
  readonly state: FetchState
  /** Why it is not complete, or null. */
  readonly sentence: string | null
  readonly asset: string | null
  readonly month: string | null
  readonly key: string | null
  readonly files: readonly { readonly format: string; readonly bytes: number; readonly of: number | null }[]
}

export interface FetchRun {
  readonly running: boolean
  readonly startedAt: number
  /** How many of each, over all of them. */
  readonly counts: Readonly<Record<FetchState, number>>
  /** Those under way first, then failed ones and the rest; `mostItemsTold` at most. */
  readonly items: readonly FetchItem[]
}
export const mostItemsTold = 200

export interface Wanted {
  readonly id: string
  readonly sentence: string
  readonly asset: string | null
  readonly month: string | null
}

export interface Verification {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly unknown: number
  /** What is not as it was, `mostFaultsTold` at most; `place` is below the archive. */
  readonly faults: readonly { readonly place: string; readonly state: 'altered' | 'missing' | 'unknown' }[]
}
export const mostFaultsTold = 500

export interface Progress {
  readonly files: number
  readonly ofFiles: number
  readonly bytes: number
  readonly ofBytes: number
}

export interface CopyState {
  readonly folder: string
  readonly inStep: number
  readonly behind: number
  readonly running: boolean
  readonly lastAt: number | null
  /** What is wrong with the copy; the archive itself is not touched by it. */
  readonly fault: string | null
}

export interface ArchiveState {
  readonly folder: string
  /** Counts up whenever rows, totals or revisions may be other ones. */
  readonly version: number
  readonly statements: number
  readonly files: number
  readonly bytes: number
  /** Why nothing can be read, or null. */
  readonly fault: string | null
  /** Why nothing is written now, though everything can be read, or null. */
  readonly readOnly: string | null
  /** What happened that a person should know, such as an interrupted move; null after `dismiss`. */
  readonly notice: string | null
  /** The connection in use, whose statements can be fetched; null with the reason in `cannotFetch`. */
  readonly profileId: string | null
  readonly cannotFetch: string | null
  readonly run: FetchRun | null
  /** Asked for through the connection in use and not complete; `mostItemsTold` at most. */
  readonly wanted: readonly Wanted[]
  readonly wantedCount: number
  readonly verification: Verification | null
  readonly verifying: Progress | null
  readonly copy: CopyState | null
  readonly moving: (Progress & { readonly to: string }) | null
  readonly exporting: Progress | null
  /** Ids of the local sandbox, while that is the connection in use. */
  readonly examples?: readonly string[]
}

export interface StatementTotals {
  /** By asset and year, the newest year first; of several revisions the newest counts. */
  readonly years: readonly {
    readonly asset: string
    readonly year: string
    readonly total: string
    readonly statements: number
  }[]
  /** In order of time; `revised` where the newest is not the only one. */
  readonly months: readonly {
    readonly asset: string
    readonly month: string
    readonly total: string
    readonly revised: boolean
  }[]
  /** Statements whose total is absent or no number, so that they are in no sum. */
  readonly uncounted: number
}

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
  /** Lines of the two newest CSV files that are not the same, by their first column; `mostLinesTold` at most. */
  readonly lines: readonly {
    readonly key: string
    readonly before: string | null
    readonly after: string | null
  }[]
}
export const mostLinesTold = 200

export interface StatementTable {
  readonly columns: readonly string[]
  /** `mostRowsTold` at most, cells cut to `longestCell`. */
  readonly rows: readonly (readonly string[])[]
  readonly rowCount: number
  /** By column, exact; null where a cell is no number. */
  readonly sums: readonly (string | null)[]
  /** The column held against `total_accrued`, or null where none can be. */
  readonly reconciled: {
    readonly column: string
    readonly sum: string
    readonly total: string
    readonly matches: boolean
    /** `sum` minus `total`. */
    readonly difference: string
  } | null
  /** What a person should know of it in one sentence: it matches, it does not, it cannot be told. */
  readonly sentence: string
}
export const mostRowsTold = 5000
export const longestCell = 500

export const longestPaste = 2_000_000
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(400))
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(160))
const month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const asset = v.pipe(v.string(), v.maxLength(200))
const profileId = v.pipe(v.string(), v.maxLength(80))
/** Null: of all connections that the archive has statements of. */
const ofProfile = v.object({ profileId: v.nullable(profileId) })

/** `count` is how many ids there were in the text. */
export interface FetchAnswer {
  readonly count: number
  readonly state: ArchiveState
}

export const archiveCalls = {
  read: call(v.undefined()).returns<ArchiveState>(),
  /** `search` looks at id, asset, month, type, status, amounts, connection, file names and hashes; words in any order. */
  statements: call(
    v.object({
      profileId: v.nullable(profileId),
      search: v.pipe(v.string(), v.maxLength(200)),
      asset: v.nullable(asset),
      year: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}$/)))
    })
  ).returns<readonly StatementRow[]>(),
  totals: call(ofProfile).returns<StatementTotals>(),
  revisions: call(v.object({ key })).returns<RevisionGroup>(),
  table: call(v.object({ key, name })).returns<StatementTable>(),
  /** A PDF in a window of its own, if it is still as it was fetched. */
  show: call(v.object({ key, name })).returns<null>(),

  /** Every id in the text; a running fetch takes them in. */
  fetch: call(v.object({ text: v.pipe(v.string(), v.maxLength(longestPaste)) })).returns<FetchAnswer>(),
  /** Asks for a file with ids; null when the person cancelled. */
  fetchFile: call(v.undefined()).returns<FetchAnswer | null>(),
  /** All of the connection in use that are not complete, and statements whose files were altered or are missing. */
  fetchWanted: call(v.undefined()).returns<FetchAnswer>(),
  stopFetch: call(v.undefined()).returns<ArchiveState>(),
  /** Empty: all of the connection in use. */
  forgetWanted: call(
    v.object({ ids: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(10_000)) })
  ).returns<ArchiveState>(),

  verify: call(v.undefined()).returns<ArchiveState>(),
  stopVerify: call(v.undefined()).returns<ArchiveState>(),
  /** The index anew from the folder. */
  rebuild: call(v.undefined()).returns<ArchiveState>(),
  dismiss: call(v.undefined()).returns<ArchiveState>(),

  /** In the system's file manager: the archive, or the folder of a statement. */
  openFolder: call(v.object({ key: v.nullable(key) })).returns<null>(),
  /** Asks for a place; months inclusive, empty `assets` for all. Null when the person cancelled. */
  export: call(
    v.object({
      profileId: v.nullable(profileId),
      from: month,
      to: month,
      assets: v.pipe(v.array(asset), v.maxLength(100))
    })
  ).returns<{ readonly path: string; readonly statements: number; readonly files: number } | null>(),
  stopExport: call(v.undefined()).returns<ArchiveState>(),
  /** Asks for a folder; null when the person cancelled. */
  chooseCopy: call(v.undefined()).returns<ArchiveState | null>(),
  syncCopy: call(v.undefined()).returns<ArchiveState>(),
  /** The copy stays as it is, and is no longer kept in step. */
  dropCopy: call(v.undefined()).returns<ArchiveState>(),
  /** Asks for a folder, then moves the archive there; null when the person cancelled. */
  move: call(v.undefined()).returns<ArchiveState | null>(),
  stopMove: call(v.undefined()).returns<ArchiveState>()
}

export interface ArchivePushes {
  'archive.changed': ArchiveState
}
export const archivePushes = ['archive.changed'] as const
