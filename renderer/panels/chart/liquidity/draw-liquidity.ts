import type { AutoscaleInfo, ISeriesApi, Time, UTCTimestamp } from 'lightweight-charts'
import { liquidityText } from '../../../messages/panels/liquidity'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { Look } from '../../../lib/canvas'
import { tooLarge } from '../drawable'
import type { LinePoint } from '../line-series'
import type { ChartModel } from '../model'
import { addLine, addStrip, type StudyCanvas } from '../studies/draw-studies'
import { imbalanceOf, liquidityStudies, type LiquidityStudy, type SlotFigures } from './liquidity'
import { liquidityValue } from './texts'

const high = 220
/** Of the imbalance, in percent. */
const minRange = 20

type FigureOf = (figures: SlotFigures) => number | null

/** Each study that is on, in a pane of its own, where times without figures are hatched. */
export function addLiquidity(canvas: StudyCanvas, settings: ChartSettings): void {
  for (const name of liquidityStudies) {
    if (!settings[name]) continue
    const { liquidity, slots } = canvas.model
    // The newest slot has no sample yet.
    const isBlind = (index: number) => index < slots.all.length - 1 && liquidity.at(index) === null
    canvas.hatched.set(canvas.chart.panes().length, isBlind)
    panes[name](canvas)
  }
}

const panes: Readonly<Record<LiquidityStudy, (canvas: StudyCanvas) => void>> = {
  spread: (canvas) => canvas.addSizeSeries(addPane(canvas, 'spread', ({ spread }) => spread, accent)),
  depth10: (canvas) =>
    addDepth(
      canvas,
      'depth10',
      ({ bids10 }) => bids10,
      ({ asks10 }) => asks10
    ),
  depth50: (canvas) =>
    addDepth(
      canvas,
      'depth50',
      ({ bids50 }) => bids50,
      ({ asks50 }) => asks50
    ),
  imbalance: addImbalance
}

const accent = (look: Look) => look.accent

function addPane(
  canvas: StudyCanvas,
  name: LiquidityStudy,
  figure: FigureOf,
  colour: (look: Look) => string
) {
  const label = () => ({
    words: liquidityText.names[name],
    value: liquidityValue(canvas.model, name, canvas.shownSlot(), canvas.model.prices.numbers),
    colour: canvas.model.liquidity.at(canvas.shownSlot()) ? canvas.look().text : canvas.look().dim
  })
  return addStrip(canvas, { pointAt: pointOf(figure), label, high, colour })
}

function addDepth(canvas: StudyCanvas, name: LiquidityStudy, bids: FigureOf, asks: FigureOf): void {
  const pane = canvas.chart.panes().length
  canvas.addSizeSeries(addPane(canvas, name, bids, ({ bid }) => bid))
  canvas.addSizeSeries(addLine(canvas, pane, pointOf(asks), ({ ask }) => ask, {}))
}

function addImbalance(canvas: StudyCanvas): void {
  const percent = (value: number) => (Math.abs(value) > 100 ? '' : `${value.toFixed(0)}%`)
  const series = addPane(canvas, 'imbalance', imbalanceOf, accent)
  series.applyOptions({
    autoscaleInfoProvider: symmetric,
    priceFormat: {
      type: 'custom',
      formatter: percent,
      tickmarksFormatter: (values: readonly number[]) => values.map(percent),
      minMove: 1
    }
  })
  addGuide(canvas, series)
}

/** Around zero, and not so close that nothing looks like much. */
function symmetric(read: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const range = read()?.priceRange
  if (!range) return null
  const most = Math.min(100, Math.max(minRange, -range.minValue, range.maxValue))
  return { priceRange: { minValue: -most, maxValue: most } }
}

/** As much on either side. */
function addGuide(canvas: StudyCanvas, series: ISeriesApi<'Custom', Time>): void {
  const line = series.createPriceLine({
    price: 0,
    lineWidth: 1,
    lineStyle: 2,
    axisLabelVisible: false,
    title: ''
  })
  canvas.onColour(() => line.applyOptions({ color: canvas.look().lineStrong }))
}

const pointOf =
  (figure: FigureOf) =>
  ({ slots, liquidity }: ChartModel, index: number): LinePoint => {
    const time = slots.all[index]!.start as UTCTimestamp
    const value = valueAt(liquidity.at(index), figure)
    if (value === null) return { time }
    return { time, value, begins: valueAt(liquidity.at(index - 1), figure) === null }
  }

function valueAt(figures: SlotFigures | null, figure: FigureOf): number | null {
  const value = figures && figure(figures)
  return value !== null && Math.abs(value) < tooLarge ? value : null
}
