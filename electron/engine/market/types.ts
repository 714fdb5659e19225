import type { BookState } from '#shared/contract/market/markets'
import type { Book } from '#shared/domain/market/book/index'
import type { CandleBook } from '#shared/domain/market/candles/index'
import type { HeatBook } from '#shared/domain/market/heat/index'
import type { MarketMessage } from '#shared/domain/market/messages'
import type { PackedMessage } from '#shared/domain/market/packed'
import type { Statistics } from '#shared/domain/market/statistics/index'
import type { Tape } from '#shared/domain/market/tape/index'
import type { Clock } from '../base/clock'
import type { Channel } from '../connection/stream/types'
import type { MarketSeries } from './series'

/** Receives messages from the frame reader. `at` is monotonic. */
export interface MarketSink {
  /** The message is reused for the next frame. */
  packed(message: PackedMessage, at: number): void
  /** Numbers too long to be packed; the market is registered. */
  exact(message: MarketMessage, at: number): void
  /** An unreadable frame named this market. */
  garbled(market: string): void
}

/** The current state of a market; read-only outside the hub. */
export interface LiveMarket {
  readonly name: string
  readonly state: BookState
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Why it is not live, or why it was last rebuilt. */
  readonly reason: string | null
  readonly book: Book
  readonly tape: Tape
  readonly candles: CandleBook
  readonly statistics: Statistics
  /** It advances with time without a change of the market. */
  readonly heat: HeatBook
  /** For longer than the debounce time. */
  readonly crossed: boolean
  /** Monotonic; null before the first. */
  readonly bookAt: number | null
  readonly tradeAt: number | null
  /** Increases with every change above. */
  readonly version: number
}

export interface MarketHub {
  /** Subscribes the market until released, once for all holders. Drawn markets have priority. */
  hold(market: string, drawn?: boolean): () => void
  market(name: string): LiveMarket | undefined
  readonly markets: readonly LiveMarket[]
  /** Called after every message and state change; it must be fast. */
  onChange(listener: (market: LiveMarket) => void): () => void
}

export interface HubPorts {
  readonly clock: Clock
  /** Returns the number used in packed frames of the market. */
  readonly register: (market: string) => number
  readonly desire: (channels: readonly Channel[]) => void
  readonly resync: (market: string) => void
  /** Milliseconds without frames after which nothing is live. */
  readonly staleAfter: () => number
  /** This computer's time by default. */
  readonly serviceNow?: () => number | null
  /** Called with each newly held market; the returned function is called when it is removed. */
  readonly attach?: (market: LiveMarket) => () => void
  /** A refused market is subscribed again. */
  readonly retried?: (market: string) => void
  /** New ones by default. */
  readonly series?: (market: string) => MarketSeries
  /** Milliseconds until a released market is removed; 0 means at once. */
  readonly linger?: number
}
