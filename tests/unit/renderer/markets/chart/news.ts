import { candleWidth, type CandlesNews } from '#shared/contract/market/market-news'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/intervals'
import { ChartCandles } from '#renderer/lib/markets/candles'

/** Prices in hundredths, amounts in thousandths. */
export interface Trade {
  readonly second: number
  readonly price: number
  readonly amount: number
  readonly side: 'buy' | 'sell' | 'unknown'
}

export const priceScale = 2
export const amountScale = 3

/** Computed simply. */
export function newsOf(
  trades: readonly Trade[],
  interval: Interval,
  options: {
    readonly fresh?: boolean
    readonly watched?: readonly number[]
    readonly steps?: readonly number[]
  } = {}
): CandlesNews {
  const length = intervalSeconds[interval]
  const starts = [...new Set(trades.map(({ second }) => Math.floor(second / length) * length))].sort(
    (one, other) => one - other
  )
  const values = starts.flatMap((start) => {
    const within = trades.filter(({ second }) => second >= start && second < start + length)
    const prices = within.map(({ price }) => price)
    const sum = (side?: Trade['side']) =>
      within.reduce((all, trade) => (side && trade.side !== side ? all : all + trade.amount), 0)
    const notional = within.reduce((all, { price, amount }) => all + price * amount, 0)
    return [
      start,
      prices[0]!,
      Math.max(...prices),
      Math.min(...prices),
      prices.at(-1)!,
      sum(),
      sum('buy'),
      sum('sell'),
      within.length,
      0,
      notional
    ]
  })
  if (values.length % candleWidth !== 0) throw new Error('Candles have another width now')
  return {
    values: Float64Array.from(values),
    exact: null,
    interval,
    priceScale,
    amountScale,
    fresh: options.fresh ?? true,
    watched: Float64Array.from(options.watched ?? [0, Infinity]),
    steps: Float64Array.from(options.steps ?? [])
  }
}

export function chartOf(...args: Parameters<typeof newsOf>): ChartCandles {
  const candles = new ChartCandles(2000, args[1])
  candles.apply(newsOf(...args))
  return candles
}
