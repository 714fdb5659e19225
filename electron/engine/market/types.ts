import type { BookState } from '#shared/contract/market/markets'
import type { Book } from '#shared/domain/market/book/index'
import type { CandleBook } from '#shared/domain/market/candles/index'
import type { HeatBook } from '#shared/domain/market/heat/index'
import type { MarketMessage } from '#shared/domain/market/messages'
import type { PackedMessage } from '#shared/domain/market/packed'
import type { Statistics } from '#shared/domain/market/statistics/index'
import type { Tape } from '#shared/domain/market/tape/index'

/** Where the frame reader puts what it has read. `at` is monotonic milliseconds. */
export interface MarketSink {
  /** The message is written over by the next frame. */
  packed(message: PackedMessage, at: number): void
  /** Numbers too long to be packed; the market is registered. */
  exact(message: MarketMessage, at: number): void
  /** A frame that names this market could not be understood: something of it may be lost. */
  garbled(market: string): void
}

/** One market as it is known now. Read it, never write it: the hub alone does. */
export interface LiveMarket {
  readonly name: string
  readonly state: BookState
  /** Since when it is in this state, milliseconds since the epoch. */
  readonly since: number
  /** Why it is not live, or why it was rebuilt last. */
  readonly reason: string | null
  readonly book: Book
  readonly tape: Tape
  readonly candles: CandleBook
  readonly statistics: Statistics
  /** What rested in the book over time; it moves on with the time, which is no change of the market. */
  readonly heat: HeatBook
  /** Best bid at or above best ask for longer than a moment. */
  readonly crossed: boolean
  /** Monotonic milliseconds of the last message on each channel; null before the first. */
  readonly bookAt: number | null
  readonly tradeAt: number | null
  /** Counts every change of anything above: who saw this number has nothing new to see. */
  readonly version: number
}

export interface MarketHub extends MarketSink {
  /**
   * Wants a market for as long as it is not released; it is subscribed once, however many want it. What is drawn goes
   * before what is merely kept where there is not enough for all.
   */
  hold(market: string, drawn?: boolean): () => void
  market(name: string): LiveMarket | undefined
  readonly markets: readonly LiveMarket[]
  /** Called after every message and change of state. It must be quick: it marks, and does its work later. */
  onChange(listener: (market: LiveMarket) => void): () => void
}
