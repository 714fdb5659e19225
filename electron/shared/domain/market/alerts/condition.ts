/**
 * When an alert fires. Decimals are text, exact as they were typed, in canonical form.
 *
 * A price *crosses* a line when it reaches or passes it, coming from the other side. Everything else is a state that
 * holds or does not: an alert fires when it holds, and when it rests after that, again at the end of the rest if it
 * still holds.
 */
export type AlertCondition =
  | PriceCondition
  | SpreadCondition
  | RestingCondition
  | TradedCondition
  | ImbalanceCondition
  | StaleCondition
  | ConnectionCondition
export type AlertKind = AlertCondition['kind']

export interface PriceCondition {
  readonly kind: 'price'
  readonly market: string
  /** Drawn as a line in chart and ladder. */
  readonly price: string
  readonly direction: 'up' | 'down' | 'either'
  readonly of: 'last' | 'bid' | 'ask' | 'mid'
}

/** At least so many hundredths of a percent of the mid. */
export interface SpreadCondition {
  readonly kind: 'spread'
  readonly market: string
  readonly basisPoints: string
}

/** At least so much rests at one price; without a price, within so many percent of the mid. */
export interface RestingCondition {
  readonly kind: 'resting'
  readonly market: string
  readonly side: 'bids' | 'asks' | 'either'
  readonly size: string
  readonly price: string | null
  readonly within: string
}

/** At least so much traded within so many seconds; 0 seconds: in one execution. */
export interface TradedCondition {
  readonly kind: 'traded'
  readonly market: string
  readonly side: 'buy' | 'sell' | 'either'
  readonly size: string
  readonly seconds: number
}

/** One side outweighs the other by at least so many percent of both, over so many levels of each. */
export interface ImbalanceCondition {
  readonly kind: 'imbalance'
  readonly market: string
  readonly side: 'bids' | 'asks' | 'either'
  readonly percent: string
  readonly levels: number
}

/** Connected, but for so many seconds nothing came of the market or its book was not live; null: any watched market. */
interface StaleCondition {
  readonly kind: 'stale'
  readonly market: string | null
  readonly seconds: number
}

/** The stream is lost for so many seconds, or refused. */
interface ConnectionCondition {
  readonly kind: 'connection'
  readonly seconds: number
}

/** The market that is judged; null where it is none in particular. */
export const marketOfCondition = (condition: AlertCondition): string | null =>
  condition.kind === 'connection' ? null : condition.market
