import * as v from 'valibot'
import { call } from '../base/call'
import { intervals } from '../../domain/market/candles/intervals'
import type { StreamFacts } from '../../domain/connection/stream-sentence'
import { type BookState, bookStates } from '../../domain/market/book-states'

/** The one WebSocket as a window may know it. */
export interface StreamStatus extends StreamFacts {
  readonly sentence: string
  /** Milliseconds since the epoch. */
  readonly since: number
  /** When the next try comes, while waiting; milliseconds since the epoch. */
  readonly retryAt: number | null
  /** Tries since the last real data. */
  readonly attempt: number
  /** Of our last ping, in milliseconds. */
  readonly roundTrip: number | null
}

export interface WatchedMarket {
  readonly market: string
  readonly state: BookState
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Why it is not live, or why it was rebuilt last. */
  readonly reason: string | null
}

export interface MarketsState {
  readonly stream: StreamStatus
  /** In the order in which a person put them. */
  readonly watched: readonly WatchedMarket[]
  /** Those of the watchlist and those that are only drawn. */
  readonly markets: readonly WatchedMarket[]
  /** Markets that can be offered: seen before with this connection, or known to the local sandbox. */
  readonly suggestions: readonly string[]
  /** So long may nothing at all come on the socket before every book counts as stale, in milliseconds. */
  readonly staleAfter: number
  /** Why the watch list is not kept over a restart, or null. */
  readonly notSaved: string | null
}

export { bookStates, type BookState }
export type { StreamPhase } from '../../domain/connection/phases'

/** How long the symbol of a market may be. */
export const maxSymbolLength = 64
export const maxWatched = 200
export const maxLevels = 500
export const maxTrades = 1000
export const maxCandles = 2000
export const maxHeatColumns = 1500
/** So many things at once can be drawn in one window. */
export const maxInterests = 400

// Whether a symbol makes sense is judged in main, with a sentence.
const symbol = v.pipe(v.string(), v.maxLength(1000))
const upTo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
/** A window numbers what it draws. A number that is used again takes the place of what it stood for. */
const interestId = upTo(2 ** 31 - 1)

const partsSchema = v.object({
  /** So many levels a side, merged into steps of `grouping` (a decimal as text) or as they are. */
  book: v.nullable(
    v.object({
      levels: upTo(maxLevels),
      grouping: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,30}(\.\d{1,30})?$/), v.regex(/[1-9]/)))
    })
  ),
  /** The newest trades, so many at most. */
  trades: v.nullable(v.object({ most: upTo(maxTrades) })),
  candles: v.nullable(v.object({ interval: v.picklist(intervals), most: upTo(maxCandles) })),
  statistics: v.boolean(),
  /** What rested in the book over time: the newest columns, each as long as a candle of the interval. */
  heat: v.exactOptional(v.nullable(v.object({ interval: v.picklist(intervals), most: upTo(maxHeatColumns) })))
})
/** What a window wants to draw of a market. */
export type MarketParts = v.InferOutput<typeof partsSchema>

const interestSchema = v.object({
  id: interestId,
  market: symbol,
  parts: partsSchema,
  /** So many milliseconds lie between two of its news at least, but for a change of state; without it, none. */
  pace: v.exactOptional(upTo(1000))
})
export type MarketInterest = v.InferOutput<typeof interestSchema>

export const marketsCalls = {
  read: call(v.undefined()).returns<MarketsState>(),
  /** Puts a market on the watch list of the connection in use. */
  watch: call(v.object({ market: symbol })).returns<MarketsState>(),
  unwatch: call(v.object({ market: symbol })).returns<MarketsState>(),
  /** The watch list in this order. What it does not name follows in its old order, and what is not watched is left out. */
  arrange: call(
    v.object({ markets: v.pipe(v.array(symbol), v.maxLength(maxWatched)) })
  ).returns<MarketsState>(),
  /** From here on the window's feed carries it, until `unsubscribe` or until the window ends or loads again. */
  subscribe: call(interestSchema).returns<null>(),
  unsubscribe: call(v.object({ id: interestId })).returns<null>(),
  /** Tries to reach the stream now instead of at the end of the wait. */
  retry: call(v.undefined()).returns<null>()
}

export interface MarketsPushes {
  'markets.changed': MarketsState
}
export const marketsPushes = ['markets.changed'] as const
