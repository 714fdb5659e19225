import * as v from 'valibot'
import { call } from '../base/call'
import { backtestRequest, type AlertBacktest, type BacktestProgress } from './backtest'
import type { Environment } from '../connection/connections'

/** A day (UTC) of a recorded connection. */
export interface RecordedDay {
  /** Such as 2026-11-24. */
  readonly day: string
  /** Of the log and the files beside its segments. */
  readonly bytes: number
  readonly pinned: boolean
  /** Times of the day that are pinned, in milliseconds since the epoch; they may reach beyond it. */
  readonly pinnedRanges: readonly { readonly from: number; readonly to: number }[]
  /** Of segments that are pinned with the day or a range. */
  readonly pinnedBytes: number
  /** It is being recorded, so its newest part cannot be deleted. */
  readonly open: boolean
  /** Null until it was read. */
  readonly content: RecordedContent | null
  /** The last one since the app was started. */
  readonly verified: DayVerification | null
  /** What the desk's shared recordings have of the day, and is not here; without it, nothing. */
  readonly shared?: SharedPart
}

export interface SharedPart {
  readonly segments: number
  readonly bytes: number
  /** Of the first item, in milliseconds since the epoch. */
  readonly from: number
  readonly markets: readonly string[]
}

export interface RecordedContent {
  /** Of the first and the last item, in milliseconds since the epoch; null if nothing is readable. */
  readonly from: number | null
  readonly to: number | null
  readonly items: number
  readonly markets: readonly string[]
  /** Where nothing was recorded between two items, as far as it is within the day. */
  readonly gaps: number
  /** In milliseconds. */
  readonly gapTime: number
  /** The recorded spans: beginning and end of each, in milliseconds since the epoch. Gaps shorter than a minute are left out. */
  readonly spans: readonly number[]
}

export interface DayVerification {
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly items: number
  /** Places that are damaged, in words; the first of them. */
  readonly damage: readonly string[]
  readonly damaged: number
}

export interface RecordedConnection {
  /** Its folder, below that of all recordings. */
  readonly id: string
  /** Null if it is not one of ours. */
  readonly environment: Environment | null
  /** Null if no connection has these endpoints and this client ID. */
  readonly name: string | null
  /** From another computer. */
  readonly imported: boolean
  /** The desk's shared recordings: fetched, or to be fetched. */
  readonly desk: boolean
  /** Where the desk shares it: a folder, or the servers of the desk feed; none of what is not shared now. */
  readonly sources: readonly string[]
  /** Newest first. */
  readonly days: readonly RecordedDay[]
  /** Parquet files of days that are not pinned; how many days, and what those of pinned days have. */
  readonly parquet: { readonly bytes: number; readonly days: number; readonly pinnedBytes: number }
  readonly removed: {
    readonly segments: number
    readonly bytes: number
    /** When the last one was deleted, in milliseconds since the epoch; null without any. */
    readonly last: number | null
  }
}

export type RecordingJobKind = 'verify' | 'remove' | 'export' | 'import' | 'fetch' | 'evidence' | 'move'

interface RecordingJob {
  readonly kind: RecordingJobKind
  /** Being worked on; null while that is not known yet, or the connection is of another computer. */
  readonly connection: string | null
  /** Such as 2026-11-24. */
  readonly day: string | null
  /** From 0 to 1. */
  readonly share: number
}

export interface RecordingExport {
  readonly path: string
  /** With the list of their SHA-256 not counted. */
  readonly files: number
  /** Places of the recording that could not be read, and are missing; the raw log has them as they are. */
  readonly damaged: number
}

export interface RecordingImport {
  /** Segments. */
  readonly imported: number
  /** They were here already. */
  readonly skipped: number
  /** Sentences with the names of segments that were not imported, and why; the first of them. */
  readonly refused: readonly string[]
  readonly refusals: number
  /** The imported segments. */
  readonly connections: readonly ChosenDays[]
}

export interface RecordingFetch {
  /** Segments. */
  readonly fetched: number
  /** They were here already. */
  readonly skipped: number
  /** Sentences about those that were not fetched; the first of them. */
  readonly refused: readonly string[]
  readonly refusals: number
}

export interface CatalogState {
  readonly connections: readonly RecordedConnection[]
  /** Whether all days were read. */
  readonly complete: boolean
  /** Why the list cannot be read; null if all is well. */
  readonly problem: string | null
  /** Why shared recordings cannot be read; null if all is well. */
  readonly sharedProblem: string | null
  readonly job: RecordingJob | null
}

export const recordedConnectionId = v.pipe(
  v.string(),
  v.regex(/^environment=[\w%.~-]{1,200}\/service=[\w.-]{1,100}$/)
)
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))
const chosenDays = v.object({
  connection: recordedConnectionId,
  days: v.pipe(v.array(day), v.minLength(1), v.maxLength(10_000))
})
const chosen = v.object({ chosen: v.pipe(v.array(chosenDays), v.minLength(1), v.maxLength(1000)) })
export type ChosenDays = v.InferOutput<typeof chosenDays>

export const exportFormats = ['parquet', 'csv', 'raw'] as const
const time = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)))
const exportChoice = v.object({
  format: v.picklist(exportFormats),
  /** Null for all. The raw log always has all of them. */
  markets: v.nullable(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.minLength(1), v.maxLength(10_000))
  ),
  /** In milliseconds since the epoch; null without a limit. The raw log has whole segments. */
  from: time,
  to: time
})
export type ExportChoice = v.InferOutput<typeof exportChoice>

export const catalogCalls = {
  /** The days known now; the rest is read, and pushed. */
  read: call(v.undefined()).returns<CatalogState>(),
  /** Resolves when it ended; false if it was cancelled. */
  verify: call(chosen).returns<boolean>(),
  /** The same. Pinned days, and the segment that is being written, are left. */
  remove: call(chosen).returns<boolean>(),
  /** Asks for a folder; null if that, or the export, was cancelled. */
  export: call(v.object({ ...chosen.entries, ...exportChoice.entries })).returns<RecordingExport | null>(),
  /** The same. What was imported until then stays. */
  import: call(v.undefined()).returns<RecordingImport | null>(),
  /**
   * What is shared of those days, within the times if there are any, and not here; null if it was cancelled. What was
   * fetched until then stays.
   */
  fetch: call(v.object({ ...chosen.entries, from: time, to: time })).returns<RecordingFetch | null>(),
  /** Asks for a folder of shared recordings; null if that was cancelled. */
  chooseShared: call(v.undefined()).returns<{ readonly path: string } | null>(),
  /** Asks for a folder, and uses it from then on; null if that, or the move, was cancelled. */
  move: call(v.undefined()).returns<{ readonly path: string } | null>(),
  cancel: call(v.undefined()).returns<null>(),
  pin: call(v.object({ ...chosen.entries, pinned: v.boolean() })).returns<null>(),
  /** Over the last seven days of the connection in use; null if it was cancelled, also by another one. */
  backtest: call(backtestRequest).returns<AlertBacktest | null>(),
  cancelBacktest: call(v.undefined()).returns<null>(),
  showFolder: call(v.object({ connection: v.nullable(recordedConnectionId) })).returns<null>()
}

export interface CatalogPushes {
  'recordings.changed': CatalogState
  /** How much of the backtest of this window is done. */
  'recordings.backtested': BacktestProgress
}
export const catalogPushes = ['recordings.changed', 'recordings.backtested'] as const
