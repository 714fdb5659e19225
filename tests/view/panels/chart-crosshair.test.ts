import { beforeEach, expect, it } from 'vitest'
import { ChartCandles } from '#renderer/lib/markets/index'
import { Crosshair } from '#renderer/panels/chart/crosshair'
import { ChartModel } from '#renderer/panels/chart/model'
import type { Pointed } from '#renderer/panels/chart/pointed'
import { newsOf, type Trade } from '../../unit/renderer/markets/chart/news'
import { chartDrawn, drawChart, drawChartsNowhere } from '../support/chart-canvas'

beforeEach(drawChartsNowhere)

const trades = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index): Trade => {
    const second = from + index
    return { second, price: 100 + (second % 7), amount: 1, side: 'buy' }
  })

/** A chart that follows the market, with a crosshair that keys put. */
async function pointing() {
  const candles = new ChartCandles(2000, '1s')
  candles.apply(newsOf(trades(5000, 5600), '1s'))
  const model = new ChartModel()
  model.follow(candles, null, null)
  const drawing = drawChart(model, { interval: '1s' })
  drawing.feed({ fresh: true, from: 0 })
  await chartDrawn()
  let pointed: Pointed | null = null
  const { slots } = model
  const crosshair = new Crosshair({ slots, drawing: () => drawing, pointed: (now) => (pointed = now) })
  drawing.chart.subscribeCrosshairMove((event) => crosshair.moved(event))
  drawing.chart.timeScale().subscribeVisibleLogicalRangeChange(crosshair.keep)
  return {
    ...{ candles, drawing, crosshair },
    put: (start: number, price: number) => crosshair.put({ slot: slots.indexAt(start), price }),
    feed: () => drawing.feed(model.follow(candles, null, null)!),
    at: () => pointed && { start: slots.all[pointed.slot]!.start, price: pointed.price }
  }
}

it('stays at its candle while the market moves on, and while older candles come', async () => {
  const { candles, put, feed, at } = await pointing()
  put(5580, 103)
  candles.apply(newsOf(trades(5600, 5612), '1s', { fresh: false }))
  feed()
  await chartDrawn()
  expect(at()).toEqual({ start: 5580, price: 103 })
  candles.prepend(
    { candles: newsOf(trades(4500, 5001), '1s', { fresh: false }), from: 4500, begins: true },
    5001
  )
  feed()
  await chartDrawn()
  expect(at()).toEqual({ start: 5580, price: 103 })
})

it('is hidden while its candle is out of view, until it is removed', async () => {
  const { put, at, drawing, crosshair } = await pointing()
  put(5580, 103)
  drawing.follow.pan(-300)
  await expect.poll(at).toBeNull()
  drawing.follow.pan(300)
  await expect.poll(at).toEqual({ start: 5580, price: 103 })
  crosshair.put(null)
  drawing.follow.pan(-5)
  await chartDrawn()
  expect(at()).toBeNull()
})
