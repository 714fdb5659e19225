import { maxTrades, type MarketParts } from '#shared/contract/market/markets'

export const tapeParts = {
  trades: { most: maxTrades },
  candles: { interval: '1d', most: 1 }
} as const satisfies Pick<MarketParts, 'trades' | 'candles'>
