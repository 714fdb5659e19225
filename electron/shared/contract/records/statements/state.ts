import type { ArchiveProblem } from './problems'

/** `pending`: the service is still preparing it; nothing is wrong. */
export type FetchState =
  | 'waiting'
  | 'asking'
  | 'loading'
  | 'saved'
  | 'present'
  | 'pending'
  | 'failed'
  | 'stopped'

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
  /** Those under way first, then failed ones and the rest; `maxItemsReported` at most. */
  readonly items: readonly FetchItem[]
}
export const maxItemsReported = 200

export interface Wanted {
  readonly id: string
  readonly sentence: string
  readonly asset: string | null
  readonly month: string | null
  /** The service is still preparing it. */
  readonly pending: boolean
  /** When it was last tried, in milliseconds since the epoch; null where it was not, or is not known. */
  readonly at: number | null
}

export interface FoundFault<State extends string> {
  readonly place: string
  readonly state: State
  /** Why it cannot be read. */
  readonly reason?: string | undefined
  /** What its bytes should have been: of a file that has other ones to be since then it says nothing. */
  readonly sha256?: string | undefined
}

export interface Verification {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly unknown: number
  /** Files that the system did not give, so that nobody knows. */
  readonly unreadable?: number | undefined
  /** What is not as it was, `maxFaultsReported` at most; `place` is below the archive. */
  readonly faults: readonly FoundFault<'altered' | 'missing' | 'unreadable' | 'unknown'>[]
  /** Null where there is none. */
  readonly copy: CopyVerification | null
}
export const maxFaultsReported = 500

/** What became of the second copy, held against the same hashes. */
export interface CopyVerification {
  readonly folder: string
  readonly files: number
  readonly unaltered: number
  readonly altered: number
  readonly missing: number
  readonly unreadable?: number | undefined
  readonly faults: readonly FoundFault<'altered' | 'missing' | 'unreadable'>[]
  /** Folders of statements that the archive and the copy both call whole, and that differ: `maxFaultsReported` at most. */
  readonly disagreeing?: readonly string[] | undefined
  /** It was put right from the archive; what was altered is kept beside it. */
  readonly mended: boolean
  /** Why it could not be looked at, or null. */
  readonly sentence: string | null
}

export const jobKinds = ['moving', 'switching', 'restoring', 'exporting', 'comparing', 'verifying'] as const
export type JobKind = (typeof jobKinds)[number]

export interface FileProgress {
  readonly done: number
  readonly of: number
  readonly bytes: number
  readonly ofBytes: number
}

/** Counts files, or statements where statements are compared or restored, which have no bytes. */
export interface JobProgress extends FileProgress {
  /** The archive moves to this folder. */
  readonly folder: string | null
}

export interface Job extends JobProgress {
  readonly kind: JobKind
  /** It ends when another job is asked for. */
  readonly automatic: boolean
}

export interface CopyState {
  readonly folder: string
  readonly inStep: number
  readonly behind: number
  readonly running: boolean
  readonly lastAt: number | null
  /** What is wrong with the copy; the archive itself is not touched by it. */
  readonly fault: string | null
  /** Folders of statements that both call whole by their own record, and that differ: neither is changed by itself. */
  readonly disagreeing?: readonly string[] | undefined
}

/** The archive's list, SHA256SUMS, is not the one that this Leadline wrote last. */
export interface ListTrouble {
  readonly state: 'missing' | 'shortened' | 'changed' | 'unreadable'
  readonly sentence: string
}

export interface StatementsState {
  readonly folder: string
  /** The worst first. */
  readonly problems: readonly ArchiveProblem[]
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
  /** Asked for through the connection in use and not complete; `maxItemsReported` at most. */
  readonly wanted: readonly Wanted[]
  readonly requestCount: number
  /** How many of them the service is still preparing. */
  readonly pendingCount: number
  /** Statements that were complete here and whose folder or record is gone; the first of their folders. */
  readonly gone: { readonly count: number; readonly folders: readonly string[] }
  readonly verification: Verification | null
  /** The last verification by itself, if it could not be finished. */
  readonly verifyFailed?: { readonly at: number; readonly sentence: string }
  readonly list?: ListTrouble
  readonly copy: CopyState | null
  /** The job that is running: one at a time. */
  readonly job: Job | null
  /** Ids of the local sandbox, while that is the connection in use. */
  readonly examples?: readonly string[]
}
