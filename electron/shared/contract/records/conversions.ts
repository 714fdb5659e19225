import * as v from 'valibot'
import type { RecordLink } from '../../domain/records/record-links'
import { call } from '../base/call'

/** Per connection. */
export const maxConversions = 2000
export const roomMade = 200
export const maxLookups = 200
export const maxConversionNoteLength = 1000
/** Sent with each change; older rows are requested. */
export const conversionsAtOnce = 100
const maxPastedTextLength = 1_000_000

/** The time within which 95% of the settled conversions of a pair in the history settled. */
export interface UsualDuration {
  readonly milliseconds: number
  /** For example "2 min 3.25 s". */
  readonly words: string
  /** How many settled: at least 20. */
  readonly of: number
}

/** A row of the history; long texts are shortened. */
export interface ConversionRow {
  readonly id: string
  readonly amount: string
  readonly sourceAsset: string
  readonly targetAsset: string
  readonly status: string
  readonly refId: string | null
  readonly profileId: string | null
  readonly createdAt: string | null
  /** When it settled or was cancelled, as sent. */
  readonly endedAt: string | null
  readonly end: 'settled' | 'cancelled' | null
  readonly underway: boolean
  /** While it is underway; null where too few of its pair settled. */
  readonly usual: UsualDuration | null
  readonly watching: boolean
  /** The next check in milliseconds since the epoch; null if not watched or not connected. */
  readonly nextAt: number | null
  /** Why the last check failed or watching ended. */
  readonly trouble: string | null
  readonly note: string
  /** The last lookup and the last answer, in milliseconds since the epoch. */
  readonly lookedUpAt: number
  readonly answeredAt: number
}

const timelineKinds = ['created', 'updated', 'settled', 'cancelled'] as const
export interface TimelineStep {
  readonly kind: (typeof timelineKinds)[number]
  readonly time: string
  /** Nanoseconds since the previous step, as text; null if unknown. */
  readonly took: string | null
  /** For example "2 min 3.25 s". */
  readonly tookWords: string | null
}

/** The best bid and ask at a time, or why they are unknown. */
export type QuoteBeside =
  | {
      readonly recorded: true
      /** Milliseconds since the epoch by the service's clock. */
      readonly at: number
      readonly bid: string | null
      readonly ask: string | null
      readonly mid: string | null
      readonly spread: string | null
      readonly spreadBasisPoints: string | null
    }
  | { readonly recorded: false; readonly sentence: string }

export interface ConversionDetail {
  readonly row: ConversionRow
  /** All fields under the service's names, documented ones first. */
  readonly fields: readonly { readonly name: string; readonly value: string; readonly described: boolean }[]
  readonly metadata: readonly { readonly name: string; readonly value: string }[]
  readonly timeline: readonly TimelineStep[]
  /** From creation to end; null while it is underway. */
  readonly took: string | null
  /** Observed statuses, oldest first. */
  readonly seen: readonly { readonly at: number; readonly status: string }[]
  /** Null if no market trades this pair. `inverted`: the base is the target asset. */
  readonly market: { readonly name: string; readonly inverted: boolean } | null
  readonly quotes: { readonly created: QuoteBeside | null; readonly settled: QuoteBeside | null }
  /** The record as sent. */
  readonly json: string
}

export interface ConversionsState {
  /** The connection in use or last used; null before the first. */
  readonly profileId: string | null
  /** Differs for each connection and service. */
  readonly history: string | null
  /** Why lookups are unavailable, or null. */
  readonly absent: string | null
  /** Latest lookup first, at most `conversionsAtOnce`. */
  readonly rows: readonly ConversionRow[]
  readonly count: number
  readonly isFull: boolean
  readonly watched: number
  /** During a lookup. */
  readonly lookingUp: { readonly done: number; readonly of: number } | null
  readonly notSaved: string | null
  /** Sample IDs of the local sandbox. */
  readonly examples?: readonly string[]
}

export type LookedUp =
  | { readonly id: string; readonly ok: true; readonly row: ConversionRow }
  | { readonly id: string; readonly ok: false; readonly sentence: string; readonly retryable: boolean }

export interface LookUpAnswer {
  /** In the order of the IDs. */
  readonly results: readonly LookedUp[]
  /** IDs beyond `maxLookups`, which were skipped. */
  readonly left: number
}

const id = v.pipe(v.string(), v.uuid(), v.toLowerCase())
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(maxConversions))

export const conversionsCalls = {
  read: call(v.undefined()).returns<ConversionsState>(),
  /** Looks up all IDs in a text; `watch` watches those underway. */
  lookUp: call(
    v.object({ text: v.pipe(v.string(), v.maxLength(maxPastedTextLength)), watch: v.boolean() })
  ).returns<LookUpAnswer>(),
  /** Repeats the lookup for IDs in the history. */
  refresh: call(v.object({ ids: v.pipe(ids, v.maxLength(maxLookups)) })).returns<LookUpAnswer>(),
  /** Stops the lookup. */
  stop: call(v.undefined()).returns<null>(),
  clipboard: call(v.undefined()).returns<{ readonly ids: readonly string[]; readonly left: number }>(),
  open: call(v.object({ id })).returns<ConversionDetail>(),
  /** The rows of the history that match, case-insensitive; `from` starts at 0. */
  page: call(
    v.object({
      search: v.pipe(v.string(), v.maxLength(200)),
      from: v.pipe(v.number(), v.integer(), v.minValue(0)),
      max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))
    })
  ).returns<{ readonly rows: readonly ConversionRow[]; readonly count: number }>(),
  /** The row in that result, or null. */
  position: call(v.object({ search: v.pipe(v.string(), v.maxLength(200)), id })).returns<number | null>(),
  /** The rows that match, or only the watched ones of them; null if the user cancels. */
  exportCsv: call(v.object({ search: v.pipe(v.string(), v.maxLength(200)), watched: v.boolean() })).returns<{
    readonly path: string
  } | null>(),
  watch: call(v.object({ ids, watching: v.boolean() })).returns<ConversionsState>(),
  note: call(
    v.object({ id, note: v.pipe(v.string(), v.maxLength(maxConversionNoteLength)) })
  ).returns<null>(),
  remove: call(v.object({ ids })).returns<ConversionsState>(),
  /** Removes the oldest, at most `roomMade`. */
  makeRoom: call(v.undefined()).returns<ConversionsState>()
}

export interface ConversionsPushes {
  'conversions.changed': ConversionsState
  /** A notification was clicked. */
  'conversions.show': { readonly id: string }
}
export const conversionsPushes = ['conversions.changed', 'conversions.show'] as const

/** A `leadline://` link was opened. */
export interface LinksPushes {
  'links.open': RecordLink
}
export const linksPushes = ['links.open'] as const
