import { maxCandles, maxHeatColumns } from '#shared/contract/market/markets'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { heatResolutions } from '#shared/domain/market/heat/resolutions'
import type { MarketSubscription } from '../../lib/markets'

/** As fast as a chart is drawn. */
const pace = 100

/** The best prices are asked for only while nothing is known to have been traded: they change with every message. */
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

/** A day and more, so that what is cumulated from 00:00 UTC is whole. */
export const minutesSubscription = (market: string): MarketSubscription => ({
  market,
  pace,
  parts: {
    book: null,
    trades: null,
    candles: { interval: '1m', max: maxCandles },
    statistics: false,
    heat: null
  }
})
