import { maxTrades, type MarketParts } from '#shared/contract/market/markets'

export const tapeParts = {
  trades: { max: maxTrades },
  candles: { interval: '1d', max: 1 }
} as const satisfies Pick<MarketParts, 'trades' | 'candles'>
