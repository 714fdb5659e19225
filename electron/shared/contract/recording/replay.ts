import * as v from 'valibot'
import { call } from '../base/call'
import { recordedConnectionId } from './catalog'
import { marketsCalls } from '../market/markets'

/** Times the speed of the recording. */
export const replaySpeeds = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

export type ReplayPhase =
  /** The recording is being opened, or the state at a time is being restored. */
  | 'seeking'
  | 'paused'
  | 'playing'
  /** The end of the recording, or the out point, was reached. */
  | 'ended'
  /** See `problem`. */
  | 'failed'

/** Where a window's replay is. Sent at most ten times a second; frames of the feed have the position between. */
export interface ReplayState {
  readonly phase: ReplayPhase
  /** Also while it loads, or waits for a recording that grows, and plays on after that. */
  readonly playing: boolean
  readonly problem: string | null
  /** The recorded connection, and its name. */
  readonly profileId: string
  readonly connection: string
  readonly environment: string
  /** Those that are recorded at that time; null until they are known. */
  readonly markets: readonly string[] | null
  /** Milliseconds since the epoch, by the clock of the computer that recorded. */
  readonly at: number
  /** The same, exact: nanoseconds since the epoch. */
  readonly exactAt: string
  readonly speed: ReplaySpeed
  /** The actual speed over the last second; null unless it plays. */
  readonly reached: number | null
  /** Messages in the second of the recording before `at`, and replayed since it was opened. */
  readonly recordedRate: number
  readonly replayed: number
  /** Milliseconds since the epoch. */
  readonly rangeIn: number | null
  readonly rangeOut: number | null
  readonly loop: boolean
}

/** For the scrubber. Times are in milliseconds since the epoch. */
export interface ReplayOverview {
  /** Of the whole recording. */
  readonly from: number
  readonly to: number
  /** False while more is being read. */
  readonly complete: boolean
  /** Equal parts of the asked time: messages in each. */
  readonly activity: Float64Array
  /** Pairs of from and to: nothing was recorded in between. */
  readonly gaps: Float64Array
  /** The same: pinned, so that the limits of age and size leave it alone. */
  readonly pinned: Float64Array
  /** The largest trades of the asked market, by time: time, then 1 for a buy, -1 for a sell, 0 if not inferred. */
  readonly trades: Float64Array
}

const time = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))
const exactTime = v.pipe(v.string(), v.regex(/^\d{1,19}$/))
const back = v.boolean()

export const replayCalls = {
  /** Null while the window shows the live desk. In a window that was opened for a replay, the first call begins it. */
  read: call(v.undefined()).returns<ReplayState | null>(),
  /** Sets the window to a time of the recording it replays, or of the connection in use; null means its end. */
  open: call(
    v.object({
      at: v.nullable(time),
      newWindow: v.boolean(),
      /** The recorded connection, if it is to be another. */
      recording: v.optional(recordedConnectionId)
    })
  ).returns<null>(),
  /** Back to live. */
  close: call(v.undefined()).returns<null>(),
  seek: call(v.object({ at: v.union([time, exactTime]) })).returns<null>(),
  play: call(v.undefined()).returns<null>(),
  pause: call(v.undefined()).returns<null>(),
  setSpeed: call(v.object({ speed: v.picklist(replaySpeeds) })).returns<null>(),
  /** One message or trade of the market, or of any with null. */
  step: call(
    v.object({
      by: v.picklist(['message', 'trade']),
      market: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
      back
    })
  ).returns<null>(),
  /** To the next gap, or the next trade of the market of at least this size; false if there is none, true if another command overtook it. */
  jump: call(
    v.union([
      v.object({ to: v.literal('gap'), back }),
      v.object({
        to: v.literal('trade'),
        market: v.pipe(v.string(), v.maxLength(1000)),
        size: v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/)),
        back
      })
    ])
  ).returns<boolean>(),
  setRange: call(
    v.object({ in: v.nullable(time), out: v.nullable(time), loop: v.boolean() })
  ).returns<null>(),
  /** Pins the time between in and out point, or else the day (UTC) of the position. */
  pin: call(v.object({ pinned: v.boolean() })).returns<null>(),
  overview: call(
    v.object({
      from: v.nullable(time),
      to: v.nullable(time),
      parts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4000)),
      /** The market of the large trades. */
      market: v.nullable(v.pipe(v.string(), v.maxLength(1000)))
    })
  ).returns<ReplayOverview>(),
  /** As in `markets`, from the recording. */
  subscribe: marketsCalls.subscribe,
  unsubscribe: marketsCalls.unsubscribe,
  olderCandles: marketsCalls.olderCandles,
  olderHeat: marketsCalls.olderHeat,
  olderTrades: marketsCalls.olderTrades,
  profile: marketsCalls.profile,
  cancelProfile: marketsCalls.cancelProfile
}

export interface ReplayPushes {
  /** Of this window; null when it is live again. */
  'replay.changed': ReplayState | null
  /** More of the recording was read. */
  'replay.overviewChanged': null
}
export const replayPushes = ['replay.changed', 'replay.overviewChanged'] as const
