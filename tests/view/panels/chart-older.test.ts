import { beforeEach, expect, it } from 'vitest'
import { ChartCandles } from '#renderer/lib/markets/index'
import type { ChartDrawing } from '#renderer/panels/chart/drawing'
import { ChartModel } from '#renderer/panels/chart/model'
import { newsOf, type Trade } from '../../unit/renderer/markets/chart/news'
import { chartDrawn, drawChart, drawChartsNowhere } from '../support/chart-canvas'

beforeEach(drawChartsNowhere)

const at = (second: number): Trade => ({ second, price: 100 + (second % 7), amount: 1, side: 'buy' })
const seconds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => at(from + index))

/** Of times in view, once the library has drawn. */
async function shownBy({ chart }: ChartDrawing) {
  await chartDrawn()
  return chart.timeScale().getVisibleRange()
}

function draw(candles: ChartCandles) {
  const model = new ChartModel()
  model.follow(candles, null, null)
  const drawing = drawChart(model, { interval: '1s' })
  drawing.feed({ fresh: true, from: 0 })
  return { model, drawing }
}

it('stays where it is while older and newer candles come', async () => {
  const candles = new ChartCandles(2000, '1s')
  candles.apply(newsOf(seconds(5000, 5600), '1s'))
  const { model, drawing } = draw(candles)
  await shownBy(drawing)
  drawing.follow.pan(-450)
  await expect.poll(() => shownBy(drawing)).toMatchObject({ to: expect.toSatisfy((to: number) => to < 5200) })
  const before = await shownBy(drawing)
  candles.prepend(
    { candles: newsOf(seconds(3600, 5001), '1s', { fresh: false }), from: 3600, begins: false },
    5001
  )
  candles.apply(newsOf(seconds(5600, 5620), '1s', { fresh: false }))
  drawing.feed(model.follow(candles, null, null)!)
  expect(await shownBy(drawing)).toEqual(before)
  expect(model.slots.all[0]!.start).toBe(3600)
  // A quiet time to the right of it is folded now, because the axis is built again.
  candles.apply(newsOf(seconds(5900, 5910), '1s', { fresh: false }))
  drawing.feed(model.follow(candles, null, null)!)
  const page = newsOf(seconds(3000, 3600), '1s', { fresh: false })
  candles.prepend({ candles: page, from: 3000, begins: true }, 3600)
  drawing.feed(model.follow(candles, null, null)!)
  expect(await shownBy(drawing)).toEqual(before)
})

it('keeps the time at the right edge when the interval changes', async () => {
  const candles = new ChartCandles(2000, '1s')
  candles.apply(newsOf(seconds(5000, 6000), '1s'))
  const { model, drawing } = draw(candles)
  await shownBy(drawing)
  drawing.follow.pan(-600)
  await expect.poll(() => shownBy(drawing)).toMatchObject({ to: expect.toSatisfy((to: number) => to < 5500) })
  const before = Number((await shownBy(drawing))!.to)

  const wider = new ChartCandles(2000, '5s')
  // The candles of another interval are read first.
  drawing.feed(model.follow(wider, null, null)!)
  wider.apply(newsOf(seconds(3000, 6000), '5s'))
  drawing.feed(model.follow(wider, null, null)!)
  expect(Math.abs(Number((await shownBy(drawing))!.to) + 5 - before)).toBeLessThanOrEqual(5)

  // Its candles do not reach as far back: the oldest are shown.
  const narrower = new ChartCandles(2000, '1s')
  narrower.apply(newsOf(seconds(5800, 6000), '1s'))
  drawing.feed(model.follow(narrower, null, null)!)
  expect(await shownBy(drawing)).toMatchObject({ from: 5800 })
  expect(drawing.chart.timeScale().getVisibleLogicalRange()!.from).toBeGreaterThan(-2)
})
