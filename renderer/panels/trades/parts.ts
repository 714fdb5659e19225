import { maxTrades, type MarketParts } from '#shared/contract/market/markets'

/** What the tape needs of a market: all trades that are kept, and of the candles when the market was watched. */
export const tapeParts = {
  trades: { most: maxTrades },
  candles: { interval: '1d', most: 1 }
} as const satisfies Pick<MarketParts, 'trades' | 'candles'>
