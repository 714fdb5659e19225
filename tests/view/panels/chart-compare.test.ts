import { render, screen } from '@testing-library/svelte'
import type { ISeriesPrimitiveAxisView } from 'lightweight-charts'
import { beforeEach, expect, it, vi } from 'vitest'
import { compareKinds } from '#shared/contract/market/panels/chart'
import { ChartCandles } from '#renderer/lib/markets/index'
import { FineAxis } from '#renderer/panels/chart/compare/fine-axis'
import { comparedFigures } from '#renderer/panels/chart/compare/texts'
import { fitted } from '#renderer/panels/chart/legend-room'
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

it.each([3000, 100, 10, 1])(
  'has evenly spaced labels on its axis in percent, of prices that are %d of ten million apart',
  async (step) => {
    const candles = new ChartCandles(2000, '1s')
    candles.apply(
      newsOf(
        trades.map((trade, at) => ({ ...trade, price: 10_000_000 + (at % 7) * step })),
        '1s'
      )
    )
    const model = new ChartModel()
    const [coarse, fine] = [
      vi.spyOn(model.prices, 'percentMany'),
      vi.spyOn(FineAxis.prototype, 'priceAxisViews')
    ]
    model.other = candles
    model.follow(candles, null, null)
    const drawing = drawChart(model, { interval: '1s', volume: false, compare: 'ETHUSD' })
    drawing.feed({ fresh: true, from: 0 })
    await chartDrawn()
    const own = fine.mock.results.at(-1)!.value as readonly ISeriesPrimitiveAxisView[]
    const labels = [
      ...(coarse.mock.results.at(-1)!.value as string[]),
      ...own.map((view) => view.text())
    ].filter((text) => text !== '')
    const values = labels.map((text) => Number(text.replace('%', ''))).toSorted((one, other) => one - other)
    expect(values.length).toBeGreaterThan(3)
    const gaps = values.slice(1).map((value, at) => value - values[at]!)
    for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!, 9)
    expect(gaps[0]).toBeGreaterThan(0)
    // With the same digits, and none that is cut off.
    expect(new Set(labels.map((text) => text.split('.')[1]!.length)).size).toBe(1)
  }
)

it.each(compareKinds)('has the width of its left axis at any time, as %s', async (compareAs) => {
  const model = new ChartModel()
  const candles = new ChartCandles(2000, '1s')
  candles.apply(newsOf(trades, '1s'))
  model.other = candles
  model.follow(candles, null, null)
  const drawing = drawChart(model, { interval: '1s', compare: 'ETHUSD', compareAs })
  // Nothing was painted yet.
  expect(drawing.leftAxis).toBe(0)
  drawing.feed({ fresh: true, from: 0 })
  await chartDrawn()
  expect(drawing.leftAxis).toBeGreaterThan(0)
})

it('never shortens the name of a ratio or a spread to that of one market', () => {
  for (const compareAs of ['ratio', 'spread'] as const) {
    const model = new ChartModel()
    model.compared = { own: 'BTCUSD', other: 'ETHUSD', compareAs, since: 0, refusal: null }
    const figures = comparedFigures(model, 0, { numbers: '1,234.56', clock: 'utc', now: 0 })
    for (const room of [Infinity, 200, 120])
      for (const { name } of fitted(figures, room, '', () => 1).figures)
        expect(name).toMatch(/^BTCUSD.ETHUSD$/)
  }
})
