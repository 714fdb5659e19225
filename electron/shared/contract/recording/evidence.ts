import * as v from 'valibot'
import { call } from '../base/call'
import { pageArea } from '../market/panel-export'

export interface EvidenceCheck {
  /** A file, or what it is about. */
  readonly subject: string
  readonly ok: boolean
  readonly sentence: string
}

export interface EvidenceReport {
  readonly path: string
  /** The bundle's own description; null if unreadable. */
  readonly about: {
    readonly market: string
    /** In UTC. */
    readonly at: string
    /** Of the book. */
    readonly state: string
    /** Leadline with its version. */
    readonly by: string
  } | null
  readonly checks: readonly EvidenceCheck[]
}

/** In nanoseconds since the epoch. */
const exactTime = v.pipe(v.string(), v.regex(/^\d{1,19}$/))
const moment = v.variant('kind', [
  /** The last recorded message. */
  v.object({ kind: v.literal('newest') }),
  v.object({ kind: v.literal('replay'), at: exactTime }),
  v.object({ kind: v.literal('alert'), at: exactTime })
])
export type EvidenceMoment = v.InferOutput<typeof moment>

/** A moment of which the desk has not shared the recording yet: its evidence is kept once it has. */
export interface WaitingEvidence {
  readonly id: string
  readonly market: string
  /** In milliseconds since the epoch. */
  readonly at: number
  /** The file that will be written. */
  readonly path: string
  /** When it can be, in milliseconds since the epoch; null while that is not known, or it is overdue. */
  readonly expected: number | null
  /** Why it could not be written yet; null if it only waits. */
  readonly problem: string | null
}

export const evidenceCalls = {
  /**
   * Of the recording that the window replays, or of the connection in use. Asks for a file; null if that, or the job,
   * was cancelled.
   */
  keep: call(
    v.object({
      market: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
      moment,
      /** Of the panel to be pictured; null without a picture. */
      area: v.nullable(pageArea)
    })
  ).returns<
    | {
        readonly path: string
        /** Of the moment, in milliseconds since the epoch. */
        readonly at: number
        /** Sentences: what is different from usual. */
        readonly notes: readonly string[]
      }
    | { readonly waiting: WaitingEvidence }
    | null
  >(),
  /** Does nothing once it is kept. */
  cancelWaiting: call(v.object({ id: v.pipe(v.string(), v.maxLength(100)) })).returns<null>(),
  /** Asks for a bundle; null if that, or verifying it, was cancelled. */
  verify: call(v.undefined()).returns<EvidenceReport | null>(),
  /** Of this window. */
  cancelVerification: call(v.undefined()).returns<null>()
}

export interface EvidencePushes {
  /** The file was chosen, and is being verified for this window. */
  'evidence.verifying': { readonly name: string }
}
export const evidencePushes = ['evidence.verifying'] as const
