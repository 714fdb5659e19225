import * as v from 'valibot'
import { call } from '../base/call'
import { intervals } from '../../domain/market/candles/intervals'
import type { StreamFacts } from '../../domain/connection/stream-sentence'
import { type BookState, bookStates } from '../../domain/market/book-states'
import { sizeUnits, type SizeUnit } from '../../domain/market/depth/cost'
import type { CandlesNews, HeatNews, TradesNews } from './market-news'
import { profileIdSchema, profileSchema, type VolumeProfile } from './volume-profile'

/** A size whose cost is asked for with one click. */
export interface SizePreset {
  /** A decimal above zero as text. */
  readonly amount: string
  readonly unit: SizeUnit
}
export type SizePresets = Readonly<Record<string, readonly SizePreset[]>>

/** The WebSocket as windows see it. */
export interface StreamStatus extends StreamFacts {
  readonly sentence: string
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Milliseconds since the epoch, while waiting. */
  readonly retryAt: number | null
  /** Attempts since the last data. */
  readonly attempt: number
  /** Of the last ping, in milliseconds. */
  readonly roundTrip: number | null
}

export interface WatchedMarket {
  readonly market: string
  readonly state: BookState
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Why it is not live, or why it was last rebuilt. */
  readonly reason: string | null
}

export interface MarketsState {
  readonly stream: StreamStatus
  /** In the user's order. */
  readonly watched: readonly WatchedMarket[]
  /** The watchlist and markets that are only drawn. */
  readonly markets: readonly WatchedMarket[]
  /** Markets seen with this connection or known to the local sandbox. */
  readonly suggestions: readonly string[]
  /** Of the markets whose presets the user changed. */
  readonly sizePresets: SizePresets
  /** Milliseconds without data after which books are stale. */
  readonly staleAfter: number
}

export { bookStates, type BookState }

export const maxSymbolLength = 64
export const maxWatched = 200
export const maxLevels = 500
export const maxTrades = 1000
export const maxCandles = 2000
export const maxHeatColumns = 1500
/** Per market. */
export const maxSizePresets = 4
const maxBasisPoints = 10_000
/** Per window. */
export const maxInterests = 400

// Validated in main.
const symbol = v.pipe(v.string(), v.maxLength(1000))
const upTo = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max))
/** Reusing a number replaces the earlier interest. */
const interestId = upTo(2 ** 31 - 1)

/** A decimal as text. */
export const positiveDecimal = v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/), v.regex(/[1-9]/))

export const sizePresetsSchema = v.pipe(
  v.array(v.object({ amount: positiveDecimal, unit: v.picklist(sizeUnits) })),
  v.maxLength(maxSizePresets),
  v.readonly()
)

const partsSchema = v.object({
  /** Levels per side, merged into steps of `grouping` or null. */
  book: v.nullable(
    v.object({
      levels: upTo(maxLevels),
      grouping: v.nullable(positiveDecimal)
    })
  ),
  trades: v.nullable(v.object({ max: upTo(maxTrades) })),
  candles: v.nullable(v.object({ interval: v.picklist(intervals), max: upTo(maxCandles) })),
  statistics: v.boolean(),
  /** The newest columns, one per interval. */
  heat: v.exactOptional(v.nullable(v.object({ interval: v.picklist(intervals), max: upTo(maxHeatColumns) }))),
  /** The cost of taking a size from each side, and what rests within some basis points of the mid. */
  cost: v.exactOptional(
    v.nullable(
      v.object({
        size: positiveDecimal,
        unit: v.picklist(sizeUnits),
        within: v.nullable(upTo(maxBasisPoints))
      })
    )
  )
})
export type MarketParts = v.InferOutput<typeof partsSchema>

const interestSchema = v.object({
  id: interestId,
  market: symbol,
  parts: partsSchema,
  /** The minimum time between updates in milliseconds, except for state changes. */
  pace: v.exactOptional(upTo(1000))
})
export type MarketInterest = v.InferOutput<typeof interestSchema>

const olderSchema = v.object({
  /** Of the view: its next request of that kind cancels this one. */
  id: v.exactOptional(interestId),
  market: symbol,
  interval: v.picklist(intervals),
  /** In seconds since the epoch: the end of the time that is wanted. */
  before: v.pipe(v.number(), v.integer(), v.minValue(-1e11), v.maxValue(1e11))
})

const wholeNumber = v.pipe(v.number(), v.safeInteger())

/** Trades before the oldest one that a window has. */
const olderTradesSchema = v.object({
  /** Of the view: its next request cancels this one. */
  id: v.exactOptional(interestId),
  market: symbol,
  /** Of that trade. */
  number: wholeNumber,
  executed: v.object({
    seconds: wholeNumber,
    nanoseconds: v.pipe(wholeNumber, v.minValue(0), v.maxValue(999_999_999))
  }),
  /** Where the page before ended; null for the first one. */
  seq: v.nullable(wholeNumber)
})
export type OlderTradesRequest = v.InferOutput<typeof olderTradesSchema>

export interface OlderTrades {
  readonly trades: TradesNews
  /** Of the recording, from which they were read: the next page ends before this item. Null if they are live ones, with their numbers. */
  readonly seq: number | null
  /** There are none before. */
  readonly begins: boolean
}

/** The recording from a time on, up to the requested time. */
interface OlderPage {
  /** In seconds since the epoch: the next page ends here. */
  readonly from: number
  /** Nothing is recorded before. */
  readonly begins: boolean
}

export interface OlderCandles extends OlderPage {
  readonly candles: CandlesNews
}

export interface OlderHeat extends OlderPage {
  readonly heat: HeatNews
}

export const marketsCalls = {
  read: call(v.undefined()).returns<MarketsState>(),
  /** Adds a market to the watchlist of the connection in use. */
  watch: call(v.object({ market: symbol })).returns<MarketsState>(),
  unwatch: call(v.object({ market: symbol })).returns<MarketsState>(),
  /** Reorders the watchlist. Markets not named keep their order at the end. */
  arrange: call(
    v.object({ markets: v.pipe(v.array(symbol), v.maxLength(maxWatched)) })
  ).returns<MarketsState>(),
  /** Replaces those of a market, in all panels and windows of the connection in use. */
  setSizePresets: call(v.object({ market: symbol, presets: sizePresetsSchema })).returns<MarketsState>(),
  /** Sends it in the window's feed until `unsubscribe`, or until the window closes or reloads. */
  subscribe: call(interestSchema).returns<null>(),
  unsubscribe: call(v.object({ id: interestId })).returns<null>(),
  /** A page from the recording; null if it could not be read. */
  olderCandles: call(olderSchema).returns<OlderCandles | null>(),
  olderHeat: call(olderSchema).returns<OlderHeat | null>(),
  olderTrades: call(olderTradesSchema).returns<OlderTrades | null>(),
  /** Pages that a view no longer shows. */
  cancelOlder: call(v.object({ id: interestId })).returns<null>(),
  /** Of the recording; null if it could not be read, or was cancelled. */
  profile: call(profileSchema).returns<VolumeProfile | null>(),
  cancelProfile: call(profileIdSchema).returns<null>(),
  /** Retries now instead of at the end of the wait. */
  retry: call(v.undefined()).returns<null>()
}

export interface MarketsPushes {
  'markets.changed': MarketsState
}
export const marketsPushes = ['markets.changed'] as const
