import type { MarketNews } from '#shared/contract/market/market-news'

/** Of a live market without any figures. */
export const liveNews = (interest: number, more: Partial<MarketNews>): MarketNews => ({
  interest,
  state: 'live',
  since: 1,
  reason: null,
  crossed: false,
  reset: false,
  version: 1,
  bookAge: 0,
  tradeAge: null,
  book: null,
  trades: null,
  candles: null,
  statistics: null,
  heat: null,
  cost: null,
  ...more
})
