import * as v from 'valibot'
import type { RecordLink } from '../../domain/records/record-links'
import { call } from '../base/call'

/** Of one connection. Nothing makes room by itself. */
export const maxConversions = 2000
/** So many of the oldest are taken out at once by whoever wants room; none with a note, and none that is watched. */
export const roomMade = 200
/** So many ids are looked up at once. */
export const maxLookups = 200
export const maxConversionNoteLength = 1000
/** So many of the history are told with each change; the rest is asked for. */
export const conversionsAtOnce = 100
const maxPastedTextLength = 1_000_000

/** One line of the history. Very long texts of the service are shortened here, and whole in the detail. */
export interface ConversionRow {
  readonly id: string
  /** The very text of the service. */
  readonly amount: string
  readonly sourceAsset: string
  readonly targetAsset: string
  readonly status: string
  readonly refId: string | null
  readonly profileId: string | null
  /** As the service wrote it. */
  readonly createdAt: string | null
  /** When it was settled or cancelled, as the service wrote it. */
  readonly endedAt: string | null
  readonly end: 'settled' | 'cancelled' | null
  /** It can still change. */
  readonly underway: boolean
  readonly watching: boolean
  /** When it is asked for next, milliseconds since the epoch; null while it is not watched or not connected. */
  readonly nextAt: number | null
  /** Why the last question of the watch failed, or why watching has ended for good. */
  readonly trouble: string | null
  readonly note: string
  /** When a person asked for it last, and when the service answered last; milliseconds since the epoch. */
  readonly lookedUpAt: number
  readonly answeredAt: number
}

const timelineKinds = ['created', 'updated', 'settled', 'cancelled'] as const
export interface TimelineStep {
  readonly kind: (typeof timelineKinds)[number]
  /** As the service wrote it. */
  readonly time: string
  /** Nanoseconds since the step before it, as a whole number in a text; null for the first and where unknown. */
  readonly took: string | null
  /** The same in words: "2 min 3.25 s". */
  readonly tookWords: string | null
}

/** The best bid and ask that the book showed at a moment, exact, or why nobody knows. */
export type QuoteBeside =
  | {
      readonly recorded: true
      /** When it was seen first, milliseconds since the epoch by the service's clock. */
      readonly at: number
      readonly bid: string | null
      readonly ask: string | null
      /** Null where one side was empty. */
      readonly mid: string | null
      readonly spread: string | null
      /** Of the mid; two digits. */
      readonly spreadBasisPoints: string | null
    }
  | { readonly recorded: false; readonly sentence: string }

export interface ConversionDetail {
  readonly row: ConversionRow
  /** Every field that came, under the service's own name: those that are described first, in their order. */
  readonly fields: readonly { readonly name: string; readonly value: string; readonly described: boolean }[]
  readonly metadata: readonly { readonly name: string; readonly value: string }[]
  readonly timeline: readonly TimelineStep[]
  /** From its creation to its end, in words; null while it is underway. */
  readonly took: string | null
  /** What we saw of its status, and when, the oldest first. */
  readonly seen: readonly { readonly at: number; readonly status: string }[]
  /** Null where no known market is of this pair. `inverted`: its base is what is converted to. */
  readonly market: { readonly name: string; readonly inverted: boolean } | null
  /** Beside its times, where there is a market and the time has come. */
  readonly quotes: { readonly created: QuoteBeside | null; readonly settled: QuoteBeside | null }
  /** The record as the service wrote it, to be copied. */
  readonly json: string
}

export interface ConversionsState {
  /** Whose history this is: of the connection in use, else of the one that was used last; null before the first. */
  readonly profileId: string | null
  /** Another one for each connection and each service that it points to. */
  readonly history: string | null
  /** Why nothing can be looked up now, or null. */
  readonly absent: string | null
  /** The one that was looked up last comes first; `conversionsAtOnce` at most. */
  readonly rows: readonly ConversionRow[]
  readonly count: number
  /** It takes no more until somebody makes room. */
  readonly isFull: boolean
  readonly watched: number
  /** While ids are being looked up. */
  readonly lookingUp: { readonly done: number; readonly of: number } | null
  readonly notSaved: string | null
  /** Ids that the local sandbox has, for somebody who has none; while it is what is connected. */
  readonly examples?: readonly string[]
}

/** One id of a look-up, with its own sentence where it failed. */
export type LookedUp =
  | { readonly id: string; readonly ok: true; readonly row: ConversionRow }
  | { readonly id: string; readonly ok: false; readonly sentence: string; readonly retryable: boolean }

export interface LookUpAnswer {
  /** In the order of the ids. */
  readonly results: readonly LookedUp[]
  /** Ids beyond `maxLookups`, which were not asked for. */
  readonly left: number
}

const id = v.pipe(v.string(), v.uuid(), v.toLowerCase())
const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(maxConversions))

export const conversionsCalls = {
  read: call(v.undefined()).returns<ConversionsState>(),
  /** All ids of a pasted text, of which some may fail; `watch` those that are still underway. */
  lookUp: call(
    v.object({ text: v.pipe(v.string(), v.maxLength(maxPastedTextLength)), watch: v.boolean() })
  ).returns<LookUpAnswer>(),
  /** The same for ids that are in the history; what is watched stays watched. */
  refresh: call(v.object({ ids: v.pipe(ids, v.maxLength(maxLookups)) })).returns<LookUpAnswer>(),
  /** Asks for no more of the ids that are being looked up. */
  stop: call(v.undefined()).returns<null>(),
  /** The ids that the clipboard holds now. */
  clipboard: call(v.undefined()).returns<{ readonly ids: readonly string[]; readonly left: number }>(),
  open: call(v.object({ id })).returns<ConversionDetail>(),
  /** Of the history, those in which the text is found, in small letters or capitals; `from` counts from 0. */
  page: call(
    v.object({
      search: v.pipe(v.string(), v.maxLength(200)),
      from: v.pipe(v.number(), v.integer(), v.minValue(0)),
      most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))
    })
  ).returns<{ readonly rows: readonly ConversionRow[]; readonly count: number }>(),
  /** Where in that it stands, counted from 0; null where the search does not find it. */
  place: call(v.object({ search: v.pipe(v.string(), v.maxLength(200)), id })).returns<number | null>(),
  /** The same as a table in a file that the person names; null when they thought better of it. */
  exportCsv: call(v.object({ search: v.pipe(v.string(), v.maxLength(200)) })).returns<{
    readonly path: string
  } | null>(),
  watch: call(v.object({ ids, watching: v.boolean() })).returns<ConversionsState>(),
  note: call(
    v.object({ id, note: v.pipe(v.string(), v.maxLength(maxConversionNoteLength)) })
  ).returns<null>(),
  /** Takes them out of the history, with their notes. */
  forget: call(v.object({ ids })).returns<ConversionsState>(),
  /** Takes the oldest out of the history, `roomMade` at most. */
  makeRoom: call(v.undefined()).returns<ConversionsState>()
}

export interface ConversionsPushes {
  'conversions.changed': ConversionsState
  /** A notification was clicked: this window has come to the front, and shows it. */
  'conversions.show': { readonly id: string }
}
export const conversionsPushes = ['conversions.changed', 'conversions.show'] as const

/** A `leadline://` link was opened: this window has come to the front, and shows what it names. */
export interface LinksPushes {
  'links.open': RecordLink
}
export const linksPushes = ['links.open'] as const
