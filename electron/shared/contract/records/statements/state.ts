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

interface VerificationSummary {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly files: number
  /** Every file of the archive and of its second copy was intact. */
  readonly isClean: boolean
  readonly hasCopy: boolean
}

export interface SecondCopyState {
  readonly folder: string
  /** Statements that are not in it yet. */
  readonly behind: number
  readonly running: boolean
}

export interface StatementsState {
  readonly folder: string
  /** The worst first. */
  readonly problems: readonly ArchiveProblem[]
  /** The archive is being opened, so nothing is known of it yet. */
  readonly opening: boolean
  /** Of the list of statements. */
  readonly version: number
  readonly statements: number
  readonly files: number
  readonly bytes: number
  /** The connection in use, whose statements can be fetched; null with the reason in `cannotFetch`. */
  readonly profileId: string | null
  /** Of the connection in use. */
  readonly environment: string | null
  readonly cannotFetch: string | null
  readonly run: FetchRun | null
  /** Requested through the connection in use and not complete; `maxItemsReported` at most. */
  readonly wanted: readonly Wanted[]
  readonly requestCount: number
  /** How many of them the service is still preparing. */
  readonly pendingCount: number
  /** The last one that finished. */
  readonly verification: VerificationSummary | null
  readonly copy: SecondCopyState | null
  /** The job that is running: one at a time. */
  readonly job: Job | null
  /** IDs of the local sandbox, while it is the connection in use. */
  readonly examples?: readonly string[]
}
