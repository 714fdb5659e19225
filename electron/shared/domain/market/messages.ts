import type { Decimal } from '../base/decimal'
import type { Nanoseconds } from '../base/time'

/** What the service says about a market, exactly as it said it and of any precision. */
export interface Level {
  readonly price: Decimal
  /** The whole size that rests at the price; zero takes the level away. */
  readonly amount: Decimal
}

export interface BookMessage {
  readonly kind: 'book'
  readonly market: string
  /** A snapshot replaces the book, an update changes some of its levels. */
  readonly snapshot: boolean
  readonly time: Nanoseconds
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export interface ExecutionMessage {
  readonly kind: 'execution'
  readonly market: string
  readonly price: Decimal
  readonly amount: Decimal
  readonly executedAt: Nanoseconds
}

export type MarketMessage = BookMessage | ExecutionMessage
