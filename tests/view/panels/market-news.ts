import { statisticNames, type MarketNews, type StatisticsNews } from '#shared/contract/market/market-news'
import { liveNews } from '../support/news'

function day(last: number, complete: boolean): StatisticsNews {
  const values = new Float64Array(statisticNames.length).fill(NaN)
  values[statisticNames.indexOf('last')] = last
  values[statisticNames.indexOf('changePercent')] = 184
  const scales = new Uint8Array(statisticNames.length).fill(2)
  const since = Date.UTC(2026, 10, 21, 10, 15)
  return { values, exact: null, scales, trades: 1, move: 0, from: 0, to: since, since, complete }
}
/** One level per side, with a partial day. */
export const newsOf = (interest: number, last: number): MarketNews =>
  liveNews(interest, {
    since: 2,
    version: last,
    tradeAge: 0,
    book: {
      priceScale: 2,
      tick: 1,
      amountScale: 0,
      bids: 0,
      asks: 0,
      allBids: 1,
      allAsks: 1,
      values: Float64Array.of(last - 1, 1, last + 1, 1),
      exact: null
    },
    statistics: { lastDay: day(last, false), session: day(last, false) }
  })
