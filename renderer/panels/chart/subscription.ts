import { maxCandles, maxHeatColumns } from '#shared/contract/market/markets'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
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
