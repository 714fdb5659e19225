import type { DayVerification, PastCost, RecordingJobKind } from '#shared/contract/recording/catalog'
import type { Result } from '#shared/domain/base/problem'
import type { WantedCosts } from '../costs/past-costs'
import type { CatalogEntry } from './catalog'

/** `root` is the folder of all recordings, `log` that of one connection. */
export type CatalogRequest =
  | { readonly kind: 'read'; readonly id: number; readonly root: string }
  | CostsRequest
  | CatalogJob
  | { readonly kind: 'cancel'; readonly id: number }

interface CostsRequest {
  readonly kind: 'costs'
  readonly id: number
  readonly log: string
  readonly wanted: WantedCosts
}

export interface CatalogJob {
  readonly kind: RecordingJobKind
  readonly id: number
  readonly log: string
  readonly days: readonly string[]
}

export type CatalogReply =
  | { readonly kind: 'entries'; readonly entries: readonly CatalogEntry[] }
  | { readonly kind: 'progress'; readonly id: number; readonly day: string; readonly share: number }
  | {
      readonly kind: 'verified'
      readonly id: number
      readonly day: string
      readonly verification: DayVerification
    }
  /** Before its end. */
  | { readonly kind: 'costs'; readonly id: number; readonly costs: readonly PastCost[] }
  /** Ended; false if it was cancelled. */
  | { readonly kind: 'ended'; readonly id: number; readonly result: Result<boolean> }
