import type {
  DayVerification,
  RecordingExport,
  RecordingFetch,
  RecordingImport,
  RecordingJobKind
} from '#shared/contract/recording/catalog'
import type { EvidenceReport } from '#shared/contract/recording/evidence'
import type { AlertBacktest } from '#shared/contract/recording/backtest'
import type { Result } from '#shared/domain/base/problem'
import type { BacktestRequest } from '../backtest/backtest'
import type { CollectedEvidence, EvidenceRequest } from '../evidence/collect'
import type { ExportRequest } from '../export/export-days'
import type { ImportRequest } from '../import/import-recordings'
import type { FeedAccess, ServiceNamed } from '../../connection'
import type { ChosenLog } from '../location'
import type { CopyRequest } from '../move/copy-recordings'
import type { FetchedTime, FetchRequest, FetchWithin } from '../shared/fetch-requests'
import type { CatalogEntry } from './catalog'

interface DaysJob<Kind extends RecordingJobKind> {
  readonly kind: Kind
  readonly logs: readonly ChosenLog[]
}

/** A desk feed whose server may have shared recordings. */
export interface SharedFeed {
  readonly service: ServiceNamed
  /** With the key of the seat. */
  readonly access: FeedAccess
}

/** Where the desk may share recordings. */
export interface SharedPlaces {
  /** Null if none was chosen. */
  readonly folder: string | null
  /** In use, or null. */
  readonly feed: SharedFeed | null
}

export type Job =
  | DaysJob<'verify'>
  | DaysJob<'remove'>
  | ({ readonly kind: 'export' } & ExportRequest)
  | ({ readonly kind: 'import' } & ImportRequest)
  | ({ readonly kind: 'fetch'; readonly shared: SharedPlaces } & FetchRequest)
  | ({ readonly kind: 'evidence' } & EvidenceRequest)
  | ({ readonly kind: 'move' } & CopyRequest)

export interface JobResults {
  readonly verify: true
  readonly remove: true
  readonly export: RecordingExport
  readonly import: RecordingImport
  readonly fetch: RecordingFetch
  readonly evidence: CollectedEvidence
  readonly move: true
}

type JobResult = JobResults[RecordingJobKind]

/** `root` is the folder of all recordings; `isMoved` if it may be on a drive that is away. */
export type CatalogRequest =
  | {
      readonly kind: 'read'
      readonly id: number
      readonly root: string
      readonly isMoved: boolean
      readonly shared: SharedPlaces
    }
  | { readonly kind: 'check'; readonly id: number; readonly file: string; readonly ownKey: string | null }
  | { readonly kind: 'backtest'; readonly id: number; readonly log: string; readonly wanted: BacktestRequest }
  | (Job & { readonly id: number })
  | {
      readonly kind: 'fetchWithin'
      readonly id: number
      readonly root: string
      readonly shared: SharedPlaces
      readonly wanted: FetchWithin
    }
  | { readonly kind: 'cancel'; readonly id: number }

/** The subject of a job. */
export interface JobProgress {
  readonly log: string | null
  readonly day: string | null
  readonly share: number
}

export type CatalogReply =
  | {
      readonly kind: 'entries'
      readonly entries: readonly CatalogEntry[]
      /** Why shared recordings cannot be read, or null. */
      readonly sharedProblem: string | null
    }
  | ({ readonly kind: 'progress'; readonly id: number } & JobProgress)
  | { readonly kind: 'backtested'; readonly id: number; readonly share: number }
  /** Of a fetch that is not a job, with the bytes of all of it. */
  | { readonly kind: 'fetching'; readonly id: number; readonly share: number; readonly bytes: number }
  | {
      readonly kind: 'verified'
      readonly id: number
      readonly log: string
      readonly day: string
      readonly verification: DayVerification
    }
  /** Ended; null if it was cancelled. */
  | {
      readonly kind: 'ended'
      readonly id: number
      readonly result: Result<JobResult | EvidenceReport | AlertBacktest | FetchedTime | null>
    }
