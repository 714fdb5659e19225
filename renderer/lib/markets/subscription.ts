import type { MarketParts } from '#shared/contract/market/markets'

export interface MarketSubscription {
  readonly market: string
  readonly parts: MarketParts
  /** The shortest time between updates in milliseconds; without it, every frame updates. */
  readonly pace?: number
}

/** Its pages of older candles, heat or trades are others. */
export const isOtherChart = (one: MarketSubscription, other: MarketSubscription) =>
  one.market !== other.market ||
  one.parts.candles?.interval !== other.parts.candles?.interval ||
  one.parts.heat?.interval !== other.parts.heat?.interval

export const isSameCost = (one: MarketParts['cost'], other: MarketParts['cost']) =>
  one?.size === other?.size && one?.unit === other?.unit && one?.within === other?.within
