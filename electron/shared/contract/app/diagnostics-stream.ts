import * as v from 'valibot'
import { call } from '../base/call'
import type { BookState } from '../market/markets'
import type { StreamCounts } from '../connection/stream-counts'

/** One market as Diagnostics lists it. */
export interface BookRow {
  readonly market: string
  readonly state: BookState
  /** Since when it is in this state, milliseconds since the epoch. */
  readonly since: number
  /** Why it is not live, or why it was rebuilt last. */
  readonly reason: string | null
  /** Milliseconds since the last message on each channel; null before the first. */
  readonly bookAge: number | null
  readonly tradeAge: number | null
  /** Of both sides. */
  readonly levels: number
  readonly crossed: boolean
  /** It has figures too long for the fast structure, and is kept in the exact one. */
  readonly wide: boolean
}

export interface StreamDiagnosis {
  readonly books: readonly BookRow[]
  readonly counts: StreamCounts
}

/** So many frames are kept as they came. */
export const rawFrameCount = 500
/** Of a longer one only the beginning is kept, and its length. */
export const rawFrameCut = 8192

export const frameDirections = ['in', 'out'] as const
export type FrameDirection = (typeof frameDirections)[number]

export const frameKinds = ['snapshot', 'update', 'trade', 'control', 'error', 'binary', 'other'] as const
export type FrameKind = (typeof frameKinds)[number]

/** A frame as it came or went, with every secret struck out. */
export interface RawFrame {
  /** Counts all frames since the start of the app. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly direction: FrameDirection
  readonly kind: FrameKind
  readonly market: string | null
  /** Its true size. */
  readonly bytes: number
  readonly text: string
  /** The text holds only its beginning. */
  readonly cut: boolean
}

const filter = {
  /** Occurs in the text, however it is written in upper and lower case. */
  text: v.pipe(v.string(), v.maxLength(200)),
  market: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
  direction: v.nullable(v.picklist(frameDirections)),
  kind: v.nullable(v.picklist(frameKinds))
}
const frameQuerySchema = v.object({
  ...filter,
  /** Only frames after this one: what a window has already need not come again. */
  after: v.pipe(v.number(), v.integer(), v.minValue(0)),
  most: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(rawFrameCount))
})
export type FrameQuery = v.InferOutput<typeof frameQuerySchema>
export type FrameFilter = Omit<FrameQuery, 'after' | 'most'>

export interface RawFrameList {
  /** Those that match, the newest `most` of them, the oldest first. */
  readonly frames: readonly RawFrame[]
  /** The number of the newest frame of all, matching or not. */
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

/** One file inside of the support file. */
export interface SupportContent {
  readonly name: SupportName
  readonly file: string
  readonly bytes: number
  /** What is in it, and what is not. */
  readonly about: string
}

export const streamDiagnosisCalls = {
  /** The books and the counts as they are now. */
  stream: call(v.undefined()).returns<StreamDiagnosis>(),
  frames: call(frameQuerySchema).returns<RawFrameList>(),
  /** What a support file would hold, so that it can be looked through before it is made. */
  supportContents: call(v.undefined()).returns<readonly SupportContent[]>(),
  /** Asks for a place and writes the chosen contents there as one ZIP file; null when the person cancelled. */
  saveSupport: call(v.object({ names: v.pipe(v.array(v.picklist(supportNames)), v.minLength(1)) })).returns<{
    readonly path: string
    readonly bytes: number
  } | null>()
}
