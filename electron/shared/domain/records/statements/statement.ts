/** Of one field or file; files by their SHA-256. Null where one of the two has none. */
export interface ServiceDifference {
  readonly what: string
  readonly here: string | null
  readonly service: string | null
}

/**
 * The result of comparing a statement with the service. `partly`: its figures are the same, and some of its files could
 * not be compared. `gone`: the service no longer offers it.
 */
export interface Comparison {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly result: 'same' | 'partly' | 'differs' | 'gone'
  /** Why it could not be compared in full, or a sentence of the service. */
  readonly sentence?: string | undefined
  readonly differences?: readonly ServiceDifference[] | undefined
}
export const maxDifferences = 20

/**
 * The state of a file since it was fetched. Between verifications, only a missing file or another length is noticed.
 * `unreadable`: the system cannot read its bytes.
 */
export type FileState = 'unaltered' | 'altered' | 'missing' | 'unreadable'

/** `moved`: its files are as they were, in a folder that its own record does not name. */
export type StatementState = FileState | 'moved'

export interface ArchivedFile {
  readonly name: string
  readonly format: string
  readonly bytes: number
  readonly sha256: string
  readonly generatedAt: string | null
  readonly fetchedAt: string
  /**
   * The store's ETag is the MD5 of the bytes that came, or is not, which alone says nothing against them; absent where it
   * is not such a digest.
   */
  readonly etagIsMd5?: boolean
  readonly state: FileState
  /** Why it cannot be read. */
  readonly reason?: string | undefined
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
  readonly state: StatementState
  /** When the hashes were last proven, in milliseconds since the epoch; 0: never, or at a time that is not yet. */
  readonly provenAt: number
  /** Counts from 1 within the same asset, period and type; `of` 1 where there is no revision. */
  readonly revision: { readonly number: number; readonly of: number }
  /** The service had not finished it when it was read last: its amounts may become others. */
  readonly unfinished?: true
  /**
   * Read from its status: `void`, it failed or was withdrawn and is in no sum; `unknown`, Leadline cannot tell what it
   * means, and the statement counts, since all of its files are there.
   */
  readonly statusKind?: 'void' | 'unknown'
  /** Files that the service names and that could not be fetched. */
  readonly lacking?: readonly { readonly format: string; readonly reason: string }[]
  /** Where it belongs by its own record, if its folder was renamed or moved; until it is back it is in no sum. */
  readonly belongs?: string
  /** Its own record and the archive's list disagree: a sentence that says so. It then counts as altered. */
  readonly disagreement?: string
  /** This computer did not fetch it, and it was not compared with the service since. */
  readonly uncompared?: true
  /** The last comparison with the service. */
  readonly comparison?: Comparison
}
