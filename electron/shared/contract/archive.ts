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
  /**
   * The store's ETag is the MD5 of the bytes that came, or is not, which alone says nothing against them; absent where it
   * is no such digest.
   */
  readonly etagIsMd5?: boolean
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
  /** The service had not finished it when it was read last: its amounts may become others. */
  readonly unfinished?: true
  /** Where it belongs by its own record, if its folder was renamed or moved; it then counts as altered. */
  readonly belongs?: string
}

/** `pending`: the service is still preparing it; nothing is wrong. */
export type FetchState =
  'waiting' | 'asking' | 'loading' | 'saved' | 'present' | 'pending' | 'failed' | 'stopped'

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
  /** The service is still preparing it. */
  readonly pending: boolean
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
  /** Null where there is none. */
  readonly copy: CopyVerification | null
}
export const mostFaultsTold = 500

/** What became of the second copy, held against the same hashes. */
export interface CopyVerification {
  readonly folder: string
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly faults: readonly { readonly place: string; readonly state: 'altered' | 'missing' }[]
  /** It was put right from the archive; what was altered is kept beside it. */
  readonly mended: boolean
  /** Why it could not be looked at, or null. */
  readonly sentence: string | null
}

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
  /** Nothing is known of it yet: it is not empty, and not another's. */
  readonly opening: boolean
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
  /** Of the connection in use. */
  readonly environment: string | null
  readonly cannotFetch: string | null
  readonly run: FetchRun | null
  /** Asked for through the connection in use and not complete; `mostItemsTold` at most. */
  readonly wanted: readonly Wanted[]
  readonly wantedCount: number
  /** How many of them the service is still preparing. */
  readonly pendingCount: number
  /** Statements that were complete here and whose folder or record is gone; the first of their folders. */
  readonly gone: { readonly count: number; readonly folders: readonly string[] }
  readonly verification: Verification | null
  readonly verifying: Progress | null
  readonly copy: CopyState | null
  readonly moving: (Progress & { readonly to: string }) | null
  readonly exporting: Progress | null
  /** Ids of the local sandbox, while that is the connection in use. */
  readonly examples?: readonly string[]
}

/** Nothing is ever summed over several environments: play money and real money are no one figure. */
export interface StatementTotals {
  /**
   * By environment, year and asset: production first, then the newest year. Of several revisions the newest counts, and
   * a statement once, though several connections fetched it.
   */
  readonly years: readonly {
    readonly environment: string
    readonly asset: string
    readonly year: string
    /** Null where all that there is was left out. */
    readonly total: string | null
    readonly statements: number
    /** Newest revisions that are altered, missing or not finished, and so in no sum. */
    readonly leftOut: number
  }[]
  /** In order of time; `revised` where the newest is not the only one. */
  readonly months: readonly {
    readonly environment: string
    readonly asset: string
    readonly month: string
    readonly total: string | null
    readonly revised: boolean
    readonly leftOut: number
  }[]
  /** Statements whose total is absent or no number, so that they are in no sum. */
  readonly uncounted: number
  /** Newest revisions that are not as they were fetched, or that the service had not finished: they are in no sum. */
  readonly leftOut: { readonly altered: number; readonly missing: number; readonly unfinished: number }
}
export const noTotals: StatementTotals = {
  years: [],
  months: [],
  uncounted: 0,
  leftOut: { altered: 0, missing: 0, unfinished: 0 }
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
  /** By column, exact, without a last row that is a total itself; null where a cell is no number. */
  readonly sums: readonly (string | null)[]
  /** The column held against `total_accrued`, or null where none can be. */
  readonly reconciled: {
    readonly column: string
    readonly sum: string
    readonly total: string
    readonly matches: boolean
    /** `sum` minus `total`. */
    readonly difference: string
    /** What the last row of the table says of the same column, where that is not the sum of its rows. */
    readonly ownTotal?: string
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
const environment = v.pipe(v.string(), v.maxLength(80))
/** Null: of all connections, or of all environments, that the archive has statements of. */
const scope = { profileId: v.nullable(profileId), environment: v.optional(v.nullable(environment)) }

/** `count` is how many ids there were in the text. */
export interface FetchAnswer {
  readonly count: number
  /** Of all that is to be fetched again: what can be fetched through other connections alone. */
  readonly elsewhere?: readonly { readonly connection: string; readonly count: number }[]
  readonly state: ArchiveState
}

export const archiveCalls = {
  read: call(v.undefined()).returns<ArchiveState>(),
  /** `search` looks at id, asset, month, type, status, amounts, connection, file names and hashes; words in any order. */
  statements: call(
    v.object({
      ...scope,
      search: v.pipe(v.string(), v.maxLength(200)),
      asset: v.nullable(asset),
      year: v.nullable(v.pipe(v.string(), v.regex(/^\d{4}$/)))
    })
  ).returns<readonly StatementRow[]>(),
  totals: call(v.object(scope)).returns<StatementTotals>(),
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
  /** What is gone was removed on purpose, and is not missed any more. */
  forgetGone: call(v.undefined()).returns<ArchiveState>(),
  /** What is altered, missing or gone comes from the second copy, as far as that has it unaltered. */
  restore: call(v.undefined()).returns<{
    readonly restored: number
    readonly of: number
    readonly state: ArchiveState
  }>(),
  /** The index anew from the folder. */
  rebuild: call(v.undefined()).returns<ArchiveState>(),
  dismiss: call(v.undefined()).returns<ArchiveState>(),

  /** In the system's file manager: the archive, or the folder of a statement. */
  openFolder: call(v.object({ key: v.nullable(key) })).returns<null>(),
  /** Asks for a place; months inclusive, empty `assets` for all. Null when the person cancelled. */
  export: call(
    v.object({
      ...scope,
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
  stopMove: call(v.undefined()).returns<ArchiveState>(),
  /** Asks for a folder that has an archive, and uses that; null when the person cancelled. */
  useOther: call(v.undefined()).returns<ArchiveState | null>()
}

export interface ArchivePushes {
  'archive.changed': ArchiveState
}
export const archivePushes = ['archive.changed'] as const
