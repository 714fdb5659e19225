import { render, screen } from '@testing-library/svelte'
import { beforeEach, expect, it } from 'vitest'
import { compareKinds } from '#shared/contract/market/panels/chart'
import { ChartCandles } from '#renderer/lib/markets/index'
import { comparedFigures } from '#renderer/panels/chart/compare/texts'
import { ChartModel } from '#renderer/panels/chart/model'
import LegendLine from '../../../renderer/panels/chart/LegendLine.svelte'
import { newsOf, type Trade } from '../../unit/renderer/markets/chart/news'
import { chartDrawn, drawChart, drawChartsNowhere } from '../support/chart-canvas'

beforeEach(drawChartsNowhere)

const trades = Array.from({ length: 50 }, (_, at): Trade => ({
  second: 5000 + at,
  price: 100 + (at % 7),
  amount: 1,
  side: 'buy'
}))

it.each(compareKinds)('compares beside all strips, as %s', async (compareAs) => {
  const candles = new ChartCandles(2000, '1s')
  candles.apply(newsOf(trades, '1s'))
  const model = new ChartModel()
  model.follow(candles, null, null)
  const strips = { volume: true, cvd: true, atr: true, rsi: true }
  const settings = { interval: '1s', ...strips, compare: 'ETHUSD', compareAs }
  const drawing = drawChart(model, settings)
  drawing.feed({ fresh: true, from: 0 })
  await chartDrawn()
  const panes = drawing.chart.panes()
  expect(panes).toHaveLength(5)
  // The library draws no pane if one lacks an axis that the first one has.
  expect(panes.map((pane) => pane.priceScale('left').options().visible)).toEqual(panes.map(() => true))
})

it('has both markets in the legend', () => {
  const candles = new ChartCandles(2000, '1s')
  candles.apply(newsOf(trades, '1s'))
  const model = new ChartModel()
  model.follow(candles, null, null)
  model.compared = { own: 'BTCUSD', other: 'ETHUSD', compareAs: 'percent', since: 0, refusal: null }
  const figures = comparedFigures(model, 1, { numbers: '1,234.56', clock: 'utc', now: 5050_000 })
  const legend = { start: 5001, figures, note: '', pointed: true }
  render(LegendLine, { legend, clock: 'utc', length: 1 })
  for (const name of ['BTCUSD', 'ETHUSD']) expect(screen.getByText(name)).toBeTruthy()
})
