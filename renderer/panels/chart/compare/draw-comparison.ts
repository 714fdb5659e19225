import { PriceScaleMode, type UTCTimestamp } from 'lightweight-charts'
import type { CompareAs } from '#shared/contract/market/panels/chart'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { Look } from '../../../lib/canvas'
import { Feeder } from '../feeder'
import { BrokenLine, type LinePoint } from '../line-series'
import type { StudyCanvas } from '../studies/draw-studies'
import type { Comparison } from './comparison'
import { FineAxis } from './fine-axis'
import { SumAxis } from './sum-axis'

/** Of the axis. Doubles can tell it apart below `tooLarge`; otherwise the library would not terminate. */
const minMove = 1e-8
const tooLarge = 1e6

type Line = 'own' | 'other' | 'ratio' | 'spread'

/** Two lines in percent since the left edge, or one of both markets, on an axis at the left. */
export function addComparison(canvas: StudyCanvas, comparison: Comparison, as: CompareAs): void {
  const lines: readonly Line[] = as === 'percent' ? ['own', 'other'] : [as]
  const [series] = lines.map((line) => addLine(canvas, comparison, line))
  const { chart, look, model } = canvas
  if (as === 'percent')
    series!.attachPrimitive(new FineAxis({ chart, series: series!, prices: model.prices, look }))
  // Of every pane: the library expects an axis beside each of them.
  chart.applyOptions({
    leftPriceScale: {
      visible: true,
      borderVisible: false,
      entireTextOnly: true,
      mode: as === 'percent' ? PriceScaleMode.Percentage : PriceScaleMode.Normal,
      scaleMargins: { top: 0.1, bottom: 0.08 }
    }
  })
}

const colourOf: Readonly<Record<Line, (look: Look) => string>> = {
  own: ({ accent }) => accent,
  other: ({ compare }) => compare,
  ratio: ({ compare }) => compare,
  spread: ({ compare }) => compare
}

function addLine(canvas: StudyCanvas, comparison: Comparison, line: Line) {
  const view = new BrokenLine()
  const { model, look } = canvas
  const axis = new SumAxis(model.prices)
  const { shown: formatter, shownMany: tickmarksFormatter } = axis
  const series = canvas.add(view, 0, {
    priceScaleId: 'left',
    baseLineVisible: false,
    priceFormat: { type: 'custom', formatter, tickmarksFormatter, minMove }
  })
  axis.heightOf = (value) => series.priceToCoordinate(value)
  canvas.onColour(() => {
    view.colour = colourOf[line](look())
    view.halo = canvas.halo()
  })
  const pointAt = (index: number): LinePoint => {
    const time = model.slots.all[index]!.start as UTCTimestamp
    const value = valueOf(comparison, line, index)
    if (value === null) return { time }
    return { time, value, begins: valueOf(comparison, line, index - 1) === null }
  }
  canvas.feed(new Feeder(series, pointAt, view.isWhitespace))
  return series
}

/** Only for drawing; null for what the axis cannot tell apart. */
function valueOf(comparison: Comparison, line: Line, index: number): number | null {
  const isSum = line === 'ratio' || line === 'spread'
  const decimal = isSum ? comparison[line](index) : comparison.at(index)[line]
  const value = decimal ? Number(formatDecimal(decimal)) : NaN
  return Math.abs(value) < (isSum ? tooLarge : Infinity) && (isSum || value > 0) ? value : null
}
