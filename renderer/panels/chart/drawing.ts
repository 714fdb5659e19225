import {
  CandlestickSeries,
  createChartEx,
  type IChartApiBase,
  type ICustomSeriesPaneView,
  type CustomData,
  type ISeriesApi,
  type Time
} from 'lightweight-charts'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { paintChangesOnly } from '../../lib/canvas/changed-paints'
import { readLook, type Look } from '../../lib/canvas/look'
import type { ClockKind } from '../../lib/format/time'
import { CursorLayer } from './cursor-layer'
import { Feeder } from './feeder'
import { Follow, type KeptView } from './follow'
import { GapLayer } from './gap-layer'
import { HaloLayer } from './halo-layer'
import { onMovedByHand } from './hand'
import { HeatLayer, heatLegendHigh, type HeatKey } from './heat-layer'
import type { HeatSources } from './heat-shown'
import type { PaneLabel } from './label-layer'
import { LastPriceLayer } from './last-price'
import type { ChartModel } from './model'
import { axisOptions, candleOptions, fixedOptions, lookOptions } from './options'
import { placeOf, scrollToPlace, type Place } from './place'
import { candlePoint } from './points'
import { QuietLayer } from './quiet-layer'
import { SeriesFormats } from './series-formats'
import type { Change } from './slots'
import { addComparison } from './compare/draw-comparison'
import { addLiquidity } from './liquidity/draw-liquidity'
import { addVolume, addVwap } from './studies/draw-basics'
import { addStudies, type StudyCanvas } from './studies/draw-studies'
import { ClockAxis } from './time-axis'

interface DrawingOptions {
  readonly settings: ChartSettings
  readonly clock: ClockKind
  readonly kept: KeptView | null
}

interface DrawingEvents {
  readonly delta: () => PaneLabel | null
  /** The slot whose values are shown. */
  readonly shownSlot: () => number
  readonly followed: (following: boolean) => void
  readonly heatKeyed: (key: HeatKey | null) => void
  /** Prices of lines across the chart. */
  readonly lines: () => readonly number[]
  /** What is said of a gap that ends then, in milliseconds by the service's clock. */
  readonly missing: (end: number) => string
}

/** The library's chart with our layers, for fixed settings. */
export class ChartDrawing {
  readonly chart: IChartApiBase<Time>
  readonly candles: ISeriesApi<'Candlestick'>
  readonly heat: HeatLayer
  readonly cursor: CursorLayer
  readonly follow: Follow
  look: Look
  readonly #feeders: { feed(length: number, change: Change): void }[] = []
  readonly #colourings: (() => void)[] = []
  readonly #formats: SeriesFormats
  #refused = false
  /** Of the longest last price. */
  #digits = 0
  /** The length of a slot that is drawn. */
  #seconds = 0
  /** To return to once there are slots again. */
  #place: Place | null = null
  readonly #hatched = new Map<number, (slot: number) => boolean>()
  readonly #stopHand: () => void
  readonly #stopPaints: () => void

  constructor(
    private readonly element: HTMLElement,
    private readonly model: ChartModel,
    private readonly options: DrawingOptions,
    events: DrawingEvents
  ) {
    const { settings, clock } = options
    const { slots, prices } = model
    this.look = readLook(element)
    prices.percentDigits = () => 2
    prices.isPercentCovered = () => false
    const look = () => this.look
    this.#formats = new SeriesFormats(model)
    this.chart = createChartEx(element, new ClockAxis(clock), fixedOptions(settings.scale))
    this.#stopPaints = paintChangesOnly(element)
    this.chart.applyOptions(lookOptions(this.look))
    if (options.kept) this.chart.timeScale().applyOptions({ barSpacing: options.kept.spacing })
    this.readFormats()
    this.candles = this.#addCandles()
    const time = this.chart.timeScale()
    const left = () => this.leftAxis
    this.heat = new HeatLayer({ slots, time, prices: this.candles, left, keyed: events.heatKeyed })
    this.heat.contrast = settings.heatContrast
    this.heat.even = settings.scale !== 'log'
    this.cursor = new CursorLayer({
      slots,
      chart: this.chart,
      series: this.candles,
      prices,
      clock,
      look
    })
    const [pane] = this.chart.panes()
    pane!.attachPrimitive(this.heat)
    if (settings.heat)
      pane!.attachPrimitive(new HaloLayer({ slots, time, prices: this.candles, look, lines: events.lines }))
    pane!.attachPrimitive(new QuietLayer({ slots, time, prices: this.candles, look }))
    const height = () => pane!.getHeight()
    this.candles.attachPrimitive(
      new LastPriceLayer({ last: () => this.model.last, series: this.candles, prices, look, height })
    )
    this.candles.attachPrimitive(this.cursor)
    this.#addStudies(events)
    const { missing } = events
    const covered = settings.heat ? heatLegendHigh : 0
    this.chart.panes().forEach((each, index) => {
      const isBlind = this.#hatched.get(index)
      const worded = index === 0
      each.attachPrimitive(new GapLayer({ slots, time, look, worded, covered, isBlind, missing }))
    })
    this.follow = new Follow(
      time,
      () => slots.all.length - 1,
      (following) => {
        this.#shiftWithBars(following)
        events.followed(following)
      },
      options.kept
    )
    this.#shiftWithBars(this.follow.following)
    this.#stopHand = onMovedByHand(element, () => this.follow.moved())
    this.recolour()
  }

  dispose(): void {
    this.#stopHand()
    this.#stopPaints()
    this.follow.dispose()
    this.chart.remove()
  }

  feed(change: Change): void {
    const refused = this.model.refusal !== null
    const length = refused ? 0 : this.model.slots.all.length
    const whole = refused === this.#refused ? change : { fresh: true, from: 0 }
    this.#refused = refused
    if (whole.fresh) this.heat.invalidate()
    this.#formats.measure()
    const time = this.chart.timeScale()
    if (this.follow.following) this.#place = null
    else if (whole.fresh) this.#place = placeOf(time, this.#seconds) ?? this.#place
    this.#seconds = this.model.slots.seconds
    for (const feeder of this.#feeders) feeder.feed(length, whole)
    if (this.#place && length > 0) {
      scrollToPlace(time, this.model.slots, this.#place)
      this.#place = null
    }
    this.follow.keepUp()
  }

  /** Paints everything that is not series data. */
  repaint(): void {
    const digits = this.model.last?.text.length ?? 0
    if (digits > this.#digits) this.measureAxes()
    else this.cursor.redraw()
    this.#digits = Math.max(this.#digits, digits)
  }

  /** Labels on the axes may be wider than before. */
  measureAxes(): void {
    this.cursor.measure()
  }

  showHeat(shown: HeatSources | null): void {
    this.heat.show(shown)
    this.repaint()
  }

  /** The theme, palette or state changed. */
  recolour(): void {
    this.look = readLook(this.element)
    this.chart.applyOptions(lookOptions(this.look))
    this.candles.applyOptions(candleOptions(this.look, this.options.settings.bodies))
    this.heat.colour(this.look.heat)
    for (const colour of this.#colourings) colour()
    this.repaint()
  }

  /** The number format or the market's digits changed. */
  readFormats(): void {
    const { prices, slots } = this.model
    this.chart.applyOptions(axisOptions({ clock: this.options.clock, length: () => slots.seconds, prices }))
  }

  /** The unit of the price axis. */
  readScale(): void {
    this.#formats.readPrices()
  }

  /** Its width; 0 without one. */
  get leftAxis(): number {
    try {
      return this.chart.priceScale('left').width()
    } catch {
      // The library has none before it first paints.
      return 0
    }
  }

  /** Around lines on heat; null without heat. */
  get halo(): string | null {
    return this.options.settings.heat ? this.look.heatHalo : null
  }

  /** Scrolling afterwards, as for slots without a candle, paints all panes twice. */
  #shiftWithBars(shiftVisibleRangeOnNewBar: boolean): void {
    this.chart.timeScale().applyOptions({ shiftVisibleRangeOnNewBar })
  }

  #addCandles(): ISeriesApi<'Candlestick'> {
    const series = this.chart.addSeries(CandlestickSeries, {
      ...candleOptions(this.look, this.options.settings.bodies),
      lastValueVisible: false,
      priceLineVisible: false,
      baseLineVisible: false
    })
    this.#formats.addPrices(series)
    const { all } = this.model.slots
    this.#feeders.push(
      new Feeder(
        series,
        (index) => candlePoint(all[index]!),
        (point) => !('open' in point),
        true
      )
    )
    return series
  }

  #addStudies({ shownSlot, delta }: DrawingEvents): void {
    const { chart, candles, model, options } = this
    const canvas: StudyCanvas = {
      chart,
      candles,
      model,
      shownSlot,
      delta,
      hatched: this.#hatched,
      clock: options.clock,
      look: () => this.look,
      halo: () => this.halo,
      isQuiet: () => this.element.closest('[data-quiet]') !== null,
      add: (view, pane, of) => this.#addCustom(view, pane, of),
      feed: (feeder) => this.#feeders.push(feeder),
      onColour: (colour) => this.#colourings.push(colour),
      addSizeSeries: (series) => this.#formats.addSizes(series),
      addPriceSeries: (series) => this.#formats.addPrices(series)
    }
    const { settings } = options
    if (settings.vwap) addVwap(canvas)
    if (settings.volume) addVolume(canvas)
    addStudies(canvas, settings)
    addLiquidity(canvas, settings)
    if (settings.compare !== null) addComparison(canvas, model.comparison, settings.compareAs)
  }

  #addCustom<Data extends CustomData<Time>>(
    view: ICustomSeriesPaneView<Time, Data>,
    pane: number,
    options: Parameters<ISeriesApi<'Custom', Time>['applyOptions']>[0]
  ) {
    return this.chart.addCustomSeries(
      view,
      { lastValueVisible: false, priceLineVisible: false, baseLineVisible: false, ...options },
      pane
    )
  }
}
