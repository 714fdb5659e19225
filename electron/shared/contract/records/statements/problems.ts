export type ProblemKind =
  | 'unavailable'
  | 'read-only'
  | 'not-saved'
  | 'list-missing'
  | 'list-changed'
  | 'list-unreadable'
  | 'disputed'
  | 'damaged'
  | 'removed'
  | 'copy-differs'
  | 'copy-fault'
  | 'copy-damaged'
  | 'moved'
  | 'verify-failed'
  | 'not-fetched'
  | 'copy-behind'
  | 'unknown-files'
  | 'uncompared'
  | 'not-ready'
  | 'offline'
  | 'notice'

export type ProblemAction =
  | 'look-again'
  | 'use-other'
  | 'compare'
  | 'fetch'
  | 'restore'
  | 'accept-list'
  | 'accept-removal'
  | 'keep-archive'
  | 'use-copy'
  | 'update-copy'
  | 'stop-copy'
  | 'open-folder'
  | 'verify'
  | 'retry-fetch'
  | 'show-requests'
  | 'retry-pending'
  | 'cancel-pending'
  | 'connect'
  | 'dismiss'

/** A statement or a file below the archive. */
export interface ProblemItem {
  readonly name: string
  readonly note?: string
}

export interface ArchiveProblem {
  readonly kind: ProblemKind
  readonly severity: 'error' | 'warning' | 'information'
  readonly sentence: string
  /** When it was found, in milliseconds since the epoch. */
  readonly at?: number
  /** `maxProblemItems` at most. */
  readonly items: readonly ProblemItem[]
  readonly count: number
  /** `maxProblemActions` at most. */
  readonly actions: readonly ProblemAction[]
}
export const maxProblemItems = 100
export const maxProblemActions = 2
