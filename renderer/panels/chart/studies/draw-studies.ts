import type {
  CustomData,
  IChartApiBase,
  ICustomSeriesPaneView,
  ISeriesApi,
  Time,
  UTCTimestamp
} from 'lightweight-charts'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { Look } from '../../../lib/canvas'
import type { ClockKind } from '../../../lib/format/time'
import { FootprintLayer } from '../footprint/footprint-layer'
import { hasFootprint } from '../footprint/shown'
import { Feeder } from '../feeder'
import { LabelLayer, type PaneLabel } from '../label-layer'
import { BrokenLine, type LinePoint } from '../line-series'
import type { ChartModel } from '../model'
import { deltaPoint } from '../points'
import { heatLegendHigh } from '../heat-layer'
import type { Change } from '../slots'
import { ProfileLayer } from '../profile/profile-layer'
import { bandAt } from './anchored'
import { isBreak } from './breaks'
import { LevelsLayer } from './levels-layer'
import type { PeriodStudy } from './slot-studies'
import { bandSteps, digitsOf, studyLabel } from './texts'

type SeriesOptions = Parameters<ISeriesApi<'Custom', Time>['applyOptions']>[0]

/** The parts of the drawing that studies need. */
export interface StudyCanvas {
  readonly chart: IChartApiBase<Time>
  readonly candles: ISeriesApi<'Candlestick'>
  readonly model: ChartModel
  readonly clock: ClockKind
  readonly look: () => Look
  /** Around lines on heat; null without heat. */
  readonly halo: () => string | null
  /** The data is not live. */
  readonly isQuiet: () => boolean
  /** The slot whose values are shown. */
  readonly shownSlot: () => number
  readonly add: <Data extends CustomData<Time>>(
    view: ICustomSeriesPaneView<Time, Data>,
    pane: number,
    options: SeriesOptions
  ) => ISeriesApi<'Custom', Time>
  readonly feed: (feeder: { feed(length: number, change: Change): void }) => void
  readonly onColour: (colour: () => void) => void
  readonly delta: () => PaneLabel | null
  /** Slots of a pane that are hatched, instead of those that were not recorded. */
  readonly hatched: Map<number, (slot: number) => boolean>
  /** Gives it the format of sizes, now and whenever that changes. */
  readonly addSizeSeries: (series: ISeriesApi<'Custom', Time>) => void
  /** Gives it the price format, now and whenever that changes. */
  readonly addPriceSeries: (series: ISeriesApi<'Custom', Time>) => void
}

/** A line at the lower left, of the profile or the footprint. */
export const wordsHigh = 19
const stretch = { price: 1000, cvd: 260, strip: 220 } as const

/** Adds the studies that are on: on the candles, or each in a strip of its own. */
export function addStudies(canvas: StudyCanvas, settings: ChartSettings): void {
  const { model, look, candles, chart, clock } = canvas
  if (settings.anchor !== null) addLine(canvas, 0, anchoredPoint, ({ anchored }) => anchored)
  if (settings.ema) addLine(canvas, 0, pointOf('ema'), ({ average }) => average)
  if (settings.cvd) {
    const { slots, studies } = model
    const pointAt = (_: ChartModel, index: number) => deltaPoint(slots, studies.sums, index)
    canvas.addSizeSeries(addStrip(canvas, { pointAt, label: canvas.delta, high: stretch.cvd }))
  }
  if (settings.atr) canvas.addPriceSeries(addStrip(canvas, periodStrip(canvas, 'atr')))
  if (settings.rsi) addRsi(canvas)
  if (settings.profile !== 'off')
    candles.attachPrimitive(
      new ProfileLayer({
        profile: () => model.profile,
        last: () => model.last,
        series: candles,
        prices: model.prices,
        look,
        height: () => chart.panes()[0]!.getHeight(),
        below: settings.heat ? heatLegendHigh : 0
      })
    )
  if (hasFootprint(settings))
    candles.attachPrimitive(
      new FootprintLayer({
        model,
        time: chart.timeScale(),
        series: candles,
        look,
        below: (settings.heat ? heatLegendHigh : 0) + (settings.profile === 'off' ? 0 : wordsHigh)
      })
    )
  if (settings.levels)
    candles.attachPrimitive(
      new LevelsLayer({
        levels: () => model.levels,
        slots: model.slots,
        chart,
        series: candles,
        clock,
        look,
        halo: canvas.halo
      })
    )
}

type PointAt = (model: ChartModel, index: number) => LinePoint

export function addLine(
  canvas: StudyCanvas,
  pane: number,
  pointAt: PointAt,
  colour: (look: Look) => string,
  // On the candles, excluded from automatic scaling, so that it does not squeeze them.
  options: SeriesOptions = { autoscaleInfoProvider: () => null }
): ISeriesApi<'Custom', Time> {
  const line = new BrokenLine()
  const series = canvas.add(line, pane, options)
  canvas.onColour(() => {
    line.colour = colour(canvas.look())
    line.halo = pane === 0 ? canvas.halo() : null
  })
  canvas.feed(new Feeder(series, (index) => pointAt(canvas.model, index), line.isWhitespace))
  return series
}

interface Strip {
  readonly pointAt: PointAt
  readonly label: () => PaneLabel | null
  readonly high: number
  readonly colour?: (look: Look) => string
  readonly options?: SeriesOptions
}

/** A pane of its own, below the others. */
export function addStrip(
  canvas: StudyCanvas,
  { pointAt, label, high, colour = ({ accent }) => accent, options = {} }: Strip
): ISeriesApi<'Custom', Time> {
  const { chart, look } = canvas
  const pane = chart.panes().length
  const series = addLine(canvas, pane, pointAt, colour, options)
  series.attachPrimitive(new LabelLayer({ look, label }))
  series.priceScale().applyOptions({ scaleMargins: { top: 0.22, bottom: 0.12 }, mode: 0 })
  chart.panes()[pane]!.setStretchFactor(high)
  chart.panes()[0]!.setStretchFactor(stretch.price)
  return series
}

function periodStrip(canvas: StudyCanvas, name: PeriodStudy): Strip {
  const label = () => {
    const { accent: colour, dim } = canvas.look()
    return studyLabel(canvas.model, name, { index: canvas.shownSlot(), colour, dim })
  }
  return { pointAt: pointOf(name), label, high: stretch.strip }
}

const guides = [30, 70] as const

function addRsi(canvas: StudyCanvas): void {
  const percent = (value: number) => (value < 0 || value > 100 ? '' : value.toFixed(0))
  const options = {
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
    priceFormat: {
      type: 'custom' as const,
      formatter: (value: number) => value.toFixed(2),
      tickmarksFormatter: (values: readonly number[]) => values.map(percent),
      minMove: 1
    }
  }
  const series = addStrip(canvas, { ...periodStrip(canvas, 'rsi'), options })
  const lines = guides.map((price) =>
    series.createPriceLine({ price, lineWidth: 1, lineStyle: 2, axisLabelVisible: false, title: '' })
  )
  canvas.onColour(() => {
    for (const line of lines) line.applyOptions({ color: canvas.look().lineStrong })
  })
}

/** Only for drawing. */
const numberOf = (decimal: Decimal) => Number(formatDecimal(decimal))

const pointOf =
  (name: PeriodStudy): PointAt =>
  ({ slots, slotStudies }, index) => {
    const time = slots.all[index]!.start as UTCTimestamp
    const value = slotStudies.value(name, index)?.value
    if (!value) return { time }
    return { time, value: numberOf(value), begins: !slotStudies.value(name, index - 1)?.value }
  }

function anchoredPoint(model: ChartModel, index: number): LinePoint {
  const { slots, slotStudies } = model
  const time = slots.all[index]!.start as UTCTimestamp
  const bands = isBreak(slots, index) ? null : slotStudies.bands(index, digitsOf(model))
  if (!bands) return { time }
  const begins = !slotStudies.sums(index - 1)?.volume.units || isBreak(slots, index - 1)
  const beside = bandSteps.map((steps) => numberOf(bandAt(bands, steps)))
  return { time, value: numberOf(bands.vwap), beside, begins }
}
