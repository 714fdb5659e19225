import type { Problem } from '#shared/domain/base/problem'
import type { Chunk } from './chunk'

/** Of the log, or of its Parquet files. */
export interface TierBudget {
  readonly bytes: number
  readonly days: number
}

export interface Budget extends TierBudget {
  /** Recording pauses while the disk has less. */
  readonly freeBytes: number
  /** The log is kept until its Parquet files are verified, unless the disk is nearly full. */
  readonly sealedFirst: boolean
}

/** Of each log. */
export interface PerLog<Limits> {
  readonly local: Limits
  readonly remote: Limits
}

export type Budgets = PerLog<Budget>

/** Where the items of one recorder begin, if several computers record one service in turn. */
export interface LogStart {
  /** All numbers of the others are below it. */
  readonly seq: number
  /** In milliseconds since the epoch; names of segments are not earlier. */
  readonly time: number
}

export type RecorderRequest =
  | {
      readonly kind: 'open'
      readonly folder: string
      /** The folder of all recordings, which have budgets even if no connection uses them. */
      readonly root: string
      /** It may be on a drive that is away, and is not created then. */
      readonly isMoved: boolean
      readonly budgets: Budgets
      readonly start?: LogStart | undefined
      /** Milliseconds after which another segment begins; an hour without it. */
      readonly segmentLength?: number | undefined
    }
  | { readonly kind: 'budgets'; readonly budgets: Budgets }
  /** `opening` is from the reply that `base` refers to; an item's number in the log is `base` plus its own. */
  | { readonly kind: 'chunk'; readonly opening: number; readonly base: number; readonly chunk: Chunk }
  | { readonly kind: 'close' }

/** The log's position now. */
export interface LogSize {
  readonly bytes: number
  /** When it begins, in milliseconds since the epoch; null while it is empty. */
  readonly since: number | null
}

export type RecorderReply =
  /** Send everything from the item with the number `next` in the log. */
  | { readonly kind: 'opened'; readonly opening: number; readonly next: number }
  /** Sent once a second, as is `alive` without a log. Items below `next` are in the file. */
  | {
      readonly kind: 'written'
      readonly opening: number
      readonly next: number
      readonly size: LogSize
      /** Why old segments could not be removed, or null. */
      readonly notRemoved: Problem | null
    }
  | { readonly kind: 'alive' }
  /** It tries to open the log again later. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** Whether everything that was sent before is in the file, as `written` has said. */
  | { readonly kind: 'closed'; readonly isWritten: boolean }
