import type { SizeUnit } from '../depth'

/**
 * Decimals are canonical text. A price crosses a line when it reaches or passes it from the other side. Trades and moves
 * count once. Any other condition fires when it becomes true, and again after the cooldown while it stays true.
 */
export type AlertCondition =
  | PriceCondition
  | MoveCondition
  | VwapCondition
  | PegCondition
  | SpreadCondition
  | RestingCondition
  | DepthCondition
  | CostCondition
  | TradedCondition
  | ImbalanceCondition
  | StaleCondition
  | ConnectionCondition
export type AlertKind = AlertCondition['kind']

export interface PriceCondition {
  readonly kind: 'price'
  readonly market: string
  readonly price: string
  readonly direction: 'up' | 'down' | 'either'
  readonly of: 'last' | 'bid' | 'ask' | 'mid'
}

/** The last price against any in force within a number of minutes before. */
export interface MoveCondition {
  readonly kind: 'move'
  readonly market: string
  readonly percent: string
  readonly direction: 'up' | 'down' | 'either'
  readonly minutes: number
}

/** The last price against the volume-weighted average price since 00:00 UTC. */
export interface VwapCondition {
  readonly kind: 'vwap'
  readonly market: string
  readonly direction: 'up' | 'down' | 'either'
}

/** The mid away from a fixed price for a number of seconds without a break. */
export interface PegCondition {
  readonly kind: 'peg'
  readonly market: string
  readonly peg: string
  readonly basisPoints: string
  readonly seconds: number
}

/** Spread in basis points of the mid. */
export interface SpreadCondition {
  readonly kind: 'spread'
  readonly market: string
  readonly basisPoints: string
}

/** Size at one price, or without a price within a percentage of the mid. */
export interface RestingCondition {
  readonly kind: 'resting'
  readonly market: string
  readonly side: 'bids' | 'asks' | 'either'
  readonly size: string
  readonly price: string | null
  readonly within: string
}

/** Less than a size within basis points of the mid. */
export interface DepthCondition {
  readonly kind: 'depth'
  readonly market: string
  readonly side: 'bids' | 'asks' | 'either'
  readonly size: string
  readonly basisPoints: string
}

/** Slippage of the average price from the mid. A book without the size counts as well. */
export interface CostCondition {
  readonly kind: 'cost'
  readonly market: string
  readonly side: 'buy' | 'sell' | 'either'
  readonly size: string
  readonly unit: SizeUnit
  readonly basisPoints: string
}

/** Size traded within a number of seconds; 0 means in one execution. */
export interface TradedCondition {
  readonly kind: 'traded'
  readonly market: string
  readonly side: 'buy' | 'sell' | 'either'
  readonly size: string
  readonly seconds: number
}

/** Imbalance in percent of both sides, over a number of levels per side. */
export interface ImbalanceCondition {
  readonly kind: 'imbalance'
  readonly market: string
  readonly side: 'bids' | 'asks' | 'either'
  readonly percent: string
  readonly levels: number
}

/** No data or no live book for a number of seconds; a null market means any watched one. */
interface StaleCondition {
  readonly kind: 'stale'
  readonly market: string | null
  readonly seconds: number
}

interface ConnectionCondition {
  readonly kind: 'connection'
  readonly seconds: number
}

/** Whether it follows from the messages of one market alone, so that a recording shows when it would have fired. */
export const followsFromMarket = (
  condition: AlertCondition
): condition is Exclude<AlertCondition, StaleCondition | ConnectionCondition> =>
  condition.kind !== 'stale' && condition.kind !== 'connection'

export const marketOfCondition = (condition: AlertCondition): string | null =>
  condition.kind === 'connection' ? null : condition.market
