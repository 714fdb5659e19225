import * as v from 'valibot'
import { call } from '../base/call'
import type { WaitingEvidence } from './evidence'

/** In days. */
export const recordingAges = [1, 3, 7, 14, 30, 90, 365] as const
/** In gigabytes. */
export const recordingSizes = [1, 2, 5, 10, 20, 50, 100, 500] as const
/** The recording of the local sandbox is simulated, so it is kept smaller; so are its Parquet files. */
export const maxLocalGigabytes = 1

export type RecordingPhase =
  /** Turned off. */
  | 'off'
  /** No connection with markets is in use. */
  | 'idle'
  | 'starting'
  | 'recording'
  /** See `problem`. */
  | 'interrupted'

export interface RecordingState {
  readonly phase: RecordingPhase
  /** Why messages are not recorded, or old ones not removed; null if all is well. */
  readonly problem: string | null
  /** Of the connection in use. */
  readonly bytes: number | null
  /** When it begins, in milliseconds since the epoch. */
  readonly since: number | null
  /** Messages of this connection that could not be recorded. */
  readonly dropped: number
  readonly verification: RecordingVerification | null
  readonly sealing: SealingState
  /** Null unless a desk feed is in use, which has the recordings of its desk. */
  readonly desk: DeskState | null
  /** Oldest first; without it, none. */
  readonly waitingEvidence?: readonly WaitingEvidence[]
}

/** What a desk shares of its recordings, and fetching it. */
export interface DeskState {
  /** When the oldest begins, in milliseconds since the epoch; null while that is not known. */
  readonly since: number | null
  /** Why the last fetch failed; null if it did not. */
  readonly problem: string | null
  /** When it is tried again, in milliseconds since the epoch; null if it is not. */
  readonly retryAt: number | null
}

/** Whether closed hours are being written into Parquet files. */
export interface SealingState {
  /** `battery`: it waits until the computer is plugged in. */
  readonly phase: 'off' | 'idle' | 'sealing' | 'battery'
  /** Being sealed, such as "2026-11-24 10:00"; null while that is not known. */
  readonly hour: string | null
  /** Why the last run did not finish; null if all is well. */
  readonly problem: string | null
}

export interface RecordingVerification {
  readonly running: boolean
  readonly bytes: number
  /** Null while it runs. */
  readonly result: VerificationResult | null
}

interface VerificationResult {
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number
  readonly items: number
  readonly segments: number
  /** Places that are damaged, in words; the first of them. */
  readonly damage: readonly string[]
  readonly damaged: number
}

export const recordingCalls = {
  read: call(v.undefined()).returns<RecordingState>(),
  /** Of the connection in use; resolves when it ended. */
  verify: call(v.undefined()).returns<RecordingState>(),
  cancelVerification: call(v.undefined()).returns<null>(),
  /** Fetches what charts need of the desk's recordings now, not at the next try. */
  retryDesk: call(v.undefined()).returns<null>()
}

export interface RecordingPushes {
  'recording.changed': RecordingState
}
export const recordingPushes = ['recording.changed'] as const
