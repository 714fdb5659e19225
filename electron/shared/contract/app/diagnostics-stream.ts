import * as v from 'valibot'
import { call } from '../base/call'
import type { BookState } from '../market/markets'
import type { StreamCounts } from '../connection/stream-counts'

export interface BookRow {
  readonly market: string
  readonly state: BookState
  readonly since: number
  /** Why it is not live, or why it was last rebuilt. */
  readonly reason: string | null
  /** Milliseconds since the last message on each channel; null before the first. */
  readonly bookAge: number | null
  readonly tradeAge: number | null
  readonly levels: number
  readonly crossed: boolean
  /** Its numbers are too long for the fast structure. */
  readonly wide: boolean
}

/** The way of a desk feed. Times are in milliseconds. */
export interface FeedPath {
  /** Who has to be looked at. */
  readonly fault: 'platform' | 'collector' | 'feed' | 'seat' | null
  /** What the leading collector says of its own connection; null while none is heard. */
  readonly platform: boolean | null
  /** Null before the first message of a leader. */
  readonly collector: { readonly epoch: number; readonly beatAge: number | null } | null
  /** Null while this computer is not connected to it. */
  readonly server: {
    readonly address: string
    readonly version: string
    readonly roundTrip: number | null
  } | null
  readonly seat: {
    /** By how much longer the last beat took than the quickest one. */
    readonly lag: number
    /** Frames and events that took effect. */
    readonly items: number
    /** Times when messages were missing. */
    readonly holes: number
    /** Readings of the stream of the server to close them. */
    readonly readings: number
    readonly leaders: number
    /** Messages of a leader that was replaced, and messages that no leader sends. */
    readonly ignored: number
    readonly unreadable: number
  }
}

export interface StreamDiagnosis {
  /** Null unless the connection is a desk feed. */
  readonly feed: FeedPath | null
  readonly books: readonly BookRow[]
  readonly counts: StreamCounts
}

export const rawFrameCount = 500
/** Longer frames are truncated to this many bytes. */
export const rawFrameCut = 8192

export const frameDirections = ['in', 'out'] as const
export type FrameDirection = (typeof frameDirections)[number]

export const frameKinds = ['snapshot', 'update', 'trade', 'control', 'error', 'binary', 'other'] as const
export type FrameKind = (typeof frameKinds)[number]

/** A sent or received frame with secrets redacted. */
export interface RawFrame {
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly direction: FrameDirection
  readonly kind: FrameKind
  readonly market: string | null
  /** Before truncation. */
  readonly bytes: number
  readonly text: string
  readonly cut: boolean
}

const filter = {
  /** Case-insensitive. */
  text: v.pipe(v.string(), v.maxLength(200)),
  market: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
  direction: v.nullable(v.picklist(frameDirections)),
  kind: v.nullable(v.picklist(frameKinds))
}
const frameQuerySchema = v.object({
  ...filter,
  /** Only frames after this one. */
  after: v.pipe(v.number(), v.integer(), v.minValue(0)),
  max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(rawFrameCount))
})
export type FrameQuery = v.InferOutput<typeof frameQuerySchema>
export type FrameFilter = Omit<FrameQuery, 'after' | 'max'>

export interface RawFrameList {
  /** The newest `max` matches, oldest first. */
  readonly frames: readonly RawFrame[]
  /** The number of the newest frame, matching or not. */
  readonly newest: number
}

export const supportNames = [
  'versions',
  'settings',
  'connections',
  'timeline',
  'figures',
  'books',
  'counts',
  'frames',
  'log'
] as const
export type SupportName = (typeof supportNames)[number]

export interface SupportContent {
  readonly name: SupportName
  readonly file: string
  readonly bytes: number
  readonly about: string
}

export const streamDiagnosisCalls = {
  stream: call(v.undefined()).returns<StreamDiagnosis>(),
  frames: call(frameQuerySchema).returns<RawFrameList>(),
  supportContents: call(v.undefined()).returns<readonly SupportContent[]>(),
  /** Asks where to save the chosen contents as one ZIP file; null if the user cancels. */
  saveSupport: call(v.object({ names: v.pipe(v.array(v.picklist(supportNames)), v.minLength(1)) })).returns<{
    readonly path: string
    readonly bytes: number
  } | null>()
}
