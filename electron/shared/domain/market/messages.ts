import type { Decimal } from '../base/decimal'
import type { Nanoseconds } from '../base/time'

/** Exactly as sent, with any precision. */
export interface Level {
  readonly price: Decimal
  /** Absolute; zero removes the level. */
  readonly amount: Decimal
}

export interface BookMessage {
  readonly kind: 'book'
  readonly market: string
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
