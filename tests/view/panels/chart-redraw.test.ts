import { beforeEach, expect, it } from 'vitest'
import { ChartCandles } from '#renderer/lib/markets/index'
import { Layer } from '#renderer/panels/chart/layer'
import { ChartModel } from '#renderer/panels/chart/model'
import { newsOf } from '../../unit/renderer/markets/chart/news'
import { chartDrawn, drawChart, drawChartsNowhere } from '../support/chart-canvas'

beforeEach(drawChartsNowhere)

class CountingLayer extends Layer<null> {
  drawn = 0

  protected override normal(): void {
    this.drawn += 1
  }
}

it('draws every pane once when a layer changes, and when the last candle changes as well', async () => {
  const second = (at: number, price: number) => newsOf([{ second: at, price, amount: 1, side: 'buy' }], '1s')
  const candles = new ChartCandles(2000, '1s')
  candles.apply(second(5000, 100))
  const model = new ChartModel()
  model.follow(candles, null, null)
  const drawing = drawChart(model, { interval: '1s', volume: true, rsi: true })
  drawing.feed({ fresh: true, from: 0 })
  const layers = drawing.chart.panes().map((pane) => {
    const layer = new CountingLayer(null)
    pane.attachPrimitive(layer)
    return layer
  })
  const countDraws = async () => {
    for (let frame = 0; frame < 3; frame++) await chartDrawn()
    return layers.map((layer) => layer.drawn)
  }
  const before = await countDraws()
  expect(before).toHaveLength(3)
  drawing.repaint()
  const repainted = await countDraws()
  expect(repainted).toEqual(before.map((count) => count + 1))
  candles.apply(second(5000, 101))
  drawing.feed(model.follow(candles, null, null)!)
  drawing.repaint()
  const updated = await countDraws()
  expect(updated).toEqual(repainted.map((count) => count + 1))
  // A longer price may need a wider axis, and what is measured is drawn again.
  model.last = { text: '101.25', value: 101.25, move: 0 }
  drawing.repaint()
  expect(await countDraws()).toEqual(updated.map((count) => count + 2))
})
