import { maxCandles, maxHeatColumns, maxTrades } from '#shared/contract/market/markets'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { heatResolutions } from '#shared/domain/market/heat/resolutions'
import type { MarketSubscription } from '../../lib/markets'
import { hasFootprint } from './footprint/shown'
import { needsHeat } from './liquidity/liquidity'

/** The chart's repaint rate. */
const pace = 100

/** Best prices are only needed without trades; they change with every message. */
export const chartSubscription = (
  market: string,
  settings: ChartSettings,
  withMid: boolean
): MarketSubscription => ({
  market,
  pace,
  parts: {
    book: withMid ? { levels: 1, grouping: null } : null,
    trades: settings.profile === 'off' && !hasFootprint(settings) ? null : { max: maxTrades },
    candles: { interval: settings.interval, max: maxCandles },
    statistics: true,
    heat: needsHeat(settings) ? heatPart(settings) : null
  }
})

const heatPart = ({ interval }: ChartSettings) => ({
  interval,
  max: Math.min(maxHeatColumns, heatResolutions[interval].limit)
})

/** As far back as candles of 15 seconds. */
const heatMinutes = 500

/** For shorter intervals: candles of more than a day, to cover the session from 00:00 UTC, and recorded heat. */
export const minutesSubscription = (
  market: string,
  { heat }: Pick<ChartSettings, 'heat'>
): MarketSubscription =>
  candlesSubscription(
    market,
    { interval: '1m', max: maxCandles },
    heat ? { interval: '1m', max: heatMinutes } : null
  )

/** More than two days, to cover the session and the one before. No session starts within such a candle. */
export const quartersSubscription = (market: string): MarketSubscription =>
  candlesSubscription(market, { interval: '15m', max: 200 }, null)

/** Of the market that is compared with. */
export const compareSubscription = (market: string, interval: Interval): MarketSubscription =>
  candlesSubscription(market, { interval, max: maxCandles }, null)

type Parts = MarketSubscription['parts']

const candlesSubscription = (
  market: string,
  candles: Parts['candles'],
  heat: NonNullable<Parts['heat']> | null
): MarketSubscription => ({
  market,
  pace,
  parts: { book: null, trades: null, candles, statistics: false, heat }
})
