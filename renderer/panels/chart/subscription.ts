import { maxCandles, maxHeatColumns } from '#shared/contract/market/markets'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { heatResolutions } from '#shared/domain/market/heat/resolutions'
import type { MarketSubscription } from '../../lib/markets'

/** The chart's repaint rate. */
const pace = 100

/** Best prices are only needed without trades; they change with every message. */
export const chartSubscription = (
  market: string,
  { interval, heat }: ChartSettings,
  withMid: boolean
): MarketSubscription => ({
  market,
  pace,
  parts: {
    book: withMid ? { levels: 1, grouping: null } : null,
    trades: null,
    candles: { interval, max: maxCandles },
    statistics: true,
    heat: heat ? { interval, max: Math.min(maxHeatColumns, heatResolutions[interval].limit) } : null
  }
})

/** More than a day, to cover the session from 00:00 UTC. */
export const minutesSubscription = (market: string): MarketSubscription =>
  candlesSubscription(market, '1m', maxCandles)

/** More than two days, to cover the session and the one before. No session starts within such a candle. */
export const quartersSubscription = (market: string): MarketSubscription =>
  candlesSubscription(market, '15m', 200)

const candlesSubscription = (market: string, interval: Interval, max: number): MarketSubscription => ({
  market,
  pace,
  parts: { book: null, trades: null, candles: { interval, max }, statistics: false, heat: null }
})
