import {
  MismatchDirection,
  PriceScaleMode,
  type IChartApiBase,
  type ISeriesApi,
  type ISeriesPrimitiveAxisView,
  type Time
} from 'lightweight-charts'
import type { Look } from '../../../lib/canvas'
import { Layer, nowhere } from '../layer'
import { isUnderLegend } from './covered'
import type { PriceText } from '../price-text'
import type { LinePoint } from '../line-series'

interface Sources {
  readonly chart: IChartApiBase<Time>
  readonly series: ISeriesApi<'Custom', Time>
  readonly prices: PriceText
  readonly look: () => Look
}

interface Mark {
  readonly percent: number
  readonly y: number
}

/** The finest step of the library's own labels, in percent. */
const coarsest = 0.01
/** Pixels from label to label. */
const minGap = 28
/** From the end below. */
const inset = 8
const maxDigits = 8

/** Fraction digits and step of an axis in percent on which one label takes `least`; null if the library's step is enough. */
function fineStep(least: number): { readonly digits: number; readonly step: number } | null {
  if (!(least > 0) || least > coarsest / 2) return null
  const digits = Math.min(maxDigits, Math.max(3, Math.ceil(-Math.log10(least))))
  const unit = 10 ** -digits
  const times = [1, 2, 5, 10].find((each) => each * unit >= least * (1 - 1e-9)) ?? 10
  return { digits: times === 10 ? Math.max(3, digits - 1) : digits, step: times * unit }
}

/** The labels between those of the library, whose percentages end at two digits, without those behind the legend. */
export class FineAxis extends Layer<Sources> {
  #views: readonly ISeriesPrimitiveAxisView[] = []
  #shown = ''

  constructor(sources: Sources) {
    super(sources)
    const { prices, chart } = sources
    prices.percentDigits = () => this.#axis()?.fine?.digits ?? 2
    // The labels of both axes have the same format.
    if (chart.priceScale('right').options().mode !== PriceScaleMode.Percentage)
      prices.isPercentCovered = (percent) => isUnderLegend(this.#heightOf(percent))
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    const marks = this.#marks()
    const shown = JSON.stringify(marks)
    if (shown !== this.#shown) this.#views = marks.map((mark) => this.#view(mark))
    this.#shown = shown
    return this.#views
  }

  #view({ percent, y }: Mark): ISeriesPrimitiveAxisView {
    return {
      coordinate: () => nowhere,
      fixedCoordinate: () => y,
      text: () => this.sources.prices.percent(percent),
      textColor: () => this.sources.look().dim,
      backColor: () => this.sources.look().panel,
      tickVisible: () => false
    }
  }

  #marks(): readonly Mark[] {
    const axis = this.#axis()
    if (!axis?.fine) return []
    const { low, high, height, fine } = axis
    const marks: Mark[] = []
    for (let at = Math.ceil(low / fine.step); at * fine.step < high; at += 1) {
      const percent = at * fine.step
      const isOwn = Math.abs(percent / coarsest - Math.round(percent / coarsest)) < 1e-6
      const y = this.#heightOf(percent)
      if (!isOwn && y !== null && !isUnderLegend(y) && y < height - inset) marks.push({ percent, y })
    }
    return marks
  }

  #heightOf(percent: number): number | null {
    const first = this.#axis()?.first
    return first === undefined ? null : this.sources.series.priceToCoordinate(first * (1 + percent / 100))
  }

  /** What it shows, in percent of the price that the library counts from: at the left edge or after it. */
  #axis() {
    const { chart, series } = this.sources
    const from = chart.timeScale().getVisibleLogicalRange()?.from
    if (from === undefined) return null
    const point: LinePoint | null = series.dataByIndex(Math.floor(from), MismatchDirection.NearestRight)
    const first = point?.value
    const height = chart.panes()[0]!.getHeight()
    const [top, bottom] = [series.coordinateToPrice(0), series.coordinateToPrice(height)]
    if (!first || top === null || bottom === null) return null
    const [high, low] = [(top / first - 1) * 100, (bottom / first - 1) * 100]
    return { first, low, high, height, fine: fineStep(((high - low) * minGap) / height) }
  }
}
