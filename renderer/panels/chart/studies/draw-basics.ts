import { chartText } from '../../../messages/panels/chart'
import { VolumeBars } from '../bar-series'
import { Feeder } from '../feeder'
import { LabelLayer } from '../label-layer'
import { BrokenLine } from '../line-series'
import { volumePoint, vwapPoint } from '../points'
import type { StudyCanvas } from './draw-studies'

const stretch = { price: 1000, volume: 190 } as const

/** Of the session. */
export function addVwap(canvas: StudyCanvas): void {
  const line = new BrokenLine()
  const { slots, studies } = canvas.model
  // Excluded from automatic scaling, so that it does not squeeze the candles.
  const series = canvas.add(line, 0, { autoscaleInfoProvider: () => null })
  canvas.addPriceSeries(series)
  canvas.onColour(() => {
    line.colour = canvas.isQuiet() ? canvas.look().dim : canvas.look().warning
    line.halo = canvas.halo()
  })
  const point = (index: number) => vwapPoint(slots, studies.sums, index)
  canvas.feed(new Feeder(series, point, line.isWhitespace))
}

export function addVolume(canvas: StudyCanvas): void {
  const bars = new VolumeBars()
  const { chart, look, model } = canvas
  const { all } = model.slots
  const index = chart.panes().length
  const series = canvas.add(bars, index, {})
  canvas.addSizeSeries(series)
  canvas.onColour(() => {
    const { bid: buys, ask: sells, edge: unknown } = look()
    bars.colours = { buys, sells, unknown }
  })
  const label = () => ({ words: chartText.studies.volumeHint, value: '', colour: look().dim })
  series.attachPrimitive(new LabelLayer({ look, label }))
  series.priceScale().applyOptions({ scaleMargins: { top: 0.22, bottom: 0 }, mode: 0 })
  chart.panes()[index]!.setStretchFactor(stretch.volume)
  chart.panes()[0]!.setStretchFactor(stretch.price)
  canvas.feed(new Feeder(series, (at) => volumePoint(all[at]!), bars.isWhitespace))
}
