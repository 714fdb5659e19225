import type { MouseEventParams, Time } from 'lightweight-charts'
import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { onLookChange } from '../../lib/canvas/look'
import type { NumberFormat } from '../../lib/format/number'
import type { ClockKind } from '../../lib/format/time'
import type { MarketView } from '../../lib/markets'
import type { PriceLine } from '../../lib/state/alerts.svelte'
import { repaintPause, Throttle } from '../../lib/throttle'
import { ChartComparison } from './compare/chart-comparison'
import { Crosshair } from './crosshair'
import { ChartDrawing } from './drawing'
import type { PointedAt } from './cursor-layer'
import { ChartFootprint } from './footprint/chart-footprint'
import type { KeptView } from './follow'
import type { HeatKey } from './heat-layer'
import { readHead, type Head } from './head'
import { ChartModel } from './model'
import { OlderLoader, type OlderState } from './older-loader'
import { lastPriceOf } from './last-price'
import { liquidityStudies, needsHeat } from './liquidity/liquidity'
import { PriceLines } from './price-lines'
import { RangeSharing } from './range-sharing'
import { deltaLabel, emptyLegend, readLegend, shownSlotOf } from './read-legend'
import { ChartProfile } from './profile/chart-profile'
import { SessionLevels } from './studies/session-levels'
import type { Pointed } from './pointed'

/** Milliseconds between updates under the pointer. */
const pointedGap = 60

interface Sources {
  readonly view: MarketView
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly settings: () => ChartSettings
  /** With minute candles, if shorter ones are drawn. */
  readonly minutes: () => MarketView | null
  /** With the candles of session levels, if these are shown. */
  readonly quarters: () => MarketView | null
  /** Of the market that is compared with. */
  readonly other: () => MarketView | null
  readonly pointed: (at: PointedAt | null) => void
  readonly headRead: (head: Head) => void
  /** What is said of a gap that ends then, in milliseconds by the service's clock. */
  readonly missing: (end: number) => string
  /** The library's chart was created. */
  readonly opened: (drawing: ChartDrawing) => void
}

/** One chart. Texts are reactive and updated a few times a second. */
export class Charting {
  readonly model = new ChartModel()
  following = $state(true)
  /** Of what was recorded before the chart begins. */
  older = $state<OlderState>('idle')
  /** Why the candles are not drawn, or null. */
  refusal = $state<string | null>(null)
  /** Null without heat. */
  heatKey = $state.raw<HeatKey | null>(null)
  legend = $state.raw(emptyLegend)
  pointed: Pointed | null = null
  drawing: ChartDrawing | null = null
  lines: PriceLines | null = null
  #shownLines: readonly PriceLine[] = []
  #heatVersion: string | null = null
  #clock: ClockKind = 'utc'
  #foreign: PointedAt | null = null
  #kept: KeptView | null = null
  #notifyRequest: number | null = null
  /** The canvas and the figures beside it always show the same moment. */
  readonly #draw = new Throttle(() => this.#follow(), repaintPause)
  readonly #words = new Throttle(() => this.#read(), pointedGap, undefined, false)
  readonly #older: OlderLoader
  readonly #levels = new SessionLevels()
  readonly #profile: ChartProfile
  readonly #footprint: ChartFootprint
  readonly sharing: RangeSharing
  readonly crosshair = new Crosshair({
    slots: this.model.slots,
    drawing: () => this.drawing,
    pointed: (pointed) => this.#point(pointed)
  })
  readonly #comparison: ChartComparison

  constructor(private readonly sources: Sources) {
    this.#comparison = new ChartComparison({ ...sources, model: this.model, changed: this.mark })
    this.#profile = new ChartProfile({ ...sources, model: this.model, changed: this.mark })
    this.#footprint = new ChartFootprint({ ...sources, model: this.model, changed: this.mark })
    this.sharing = new RangeSharing({
      slots: this.model.slots,
      drawing: () => this.drawing,
      taken: () => this.#older.moved()
    })
    this.#older = new OlderLoader({
      view: sources.view,
      minutes: sources.minutes,
      slots: this.model.slots,
      visible: () => this.drawing?.chart.timeScale().getVisibleLogicalRange() ?? null,
      withHeat: () => needsHeat(sources.settings()),
      anchor: () => sources.settings().anchor,
      extended: this.mark,
      changed: (state) => (this.older = state)
    })
  }

  /** New data, or time has passed. */
  mark = (): void => this.#draw.call()

  /** Clears everything, for another market. */
  now(): void {
    this.#older.restart()
    this.#draw.atOnce()
    this.#notify()
  }

  /** Draws into the element; returns the function that stops. */
  open(element: HTMLElement, settings: ChartSettings, clock: ClockKind): () => void {
    const drawing = new ChartDrawing(
      element,
      this.model,
      { settings, clock, kept: this.#kept },
      {
        delta: () => this.drawing && deltaLabel(this.#texts, this.drawing.look.accent),
        shownSlot: () => shownSlotOf(this),
        followed: (following) => (this.following = following),
        heatKeyed: (key) => queueMicrotask(() => (this.heatKey = key)),
        lines: () => this.#linePrices(),
        missing: this.sources.missing
      }
    )
    this.drawing = drawing
    this.sources.opened(drawing)
    this.sharing.attach()
    drawing.follow.onMoved = () => {
      this.sharing.moved()
      this.#older.moved()
      this.mark()
    }
    this.#clock = clock
    this.lines = new PriceLines(drawing.candles, () => drawing.look)
    this.#heatVersion = null
    this.following = drawing.follow.following
    drawing.feed({ fresh: true, from: 0 })
    this.lines.show(this.#shownLines)
    this.#follow()
    const onCrosshair = (event: MouseEventParams<Time>) => this.crosshair.moved(event)
    drawing.chart.subscribeCrosshairMove(onCrosshair)
    drawing.chart.timeScale().subscribeVisibleLogicalRangeChange(this.crosshair.keep)
    const recolour = () => {
      drawing.recolour()
      this.lines?.recolour()
    }
    const stopLook = onLookChange(element, recolour)
    let open = true
    // The axis must be measured again after the fonts load.
    void document.fonts.ready.then(() => open && recolour())
    return () => {
      open = false
      stopLook()
      // Its words are not read afterwards, when the panel is gone.
      this.crosshair.put(null)
      this.#draw.stop()
      this.#words.stop()
      if (this.#notifyRequest !== null) cancelAnimationFrame(this.#notifyRequest)
      this.#notifyRequest = null
      drawing.chart.unsubscribeCrosshairMove(onCrosshair)
      drawing.chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.crosshair.keep)
      this.#kept = drawing.follow.kept
      this.#profile.stop()
      this.#footprint.stop()
      this.lines = this.drawing = null
      drawing.dispose()
    }
  }

  setNumbers(numbers: NumberFormat): void {
    this.model.prices.numbers = numbers
    this.drawing?.readFormats()
    this.drawing?.readScale()
    this.#words.call()
  }

  setContrast(contrast: number): void {
    const { drawing } = this
    if (!drawing) return
    drawing.heat.contrast = contrast
    drawing.repaint()
  }

  showLines(lines: readonly PriceLine[]): void {
    this.#shownLines = lines
    this.lines?.show(lines)
    this.#know()
  }

  /** The shared crosshair, hidden while the pointer is here. */
  showForeign(at: PointedAt | null): void {
    this.#foreign = at
    if (this.drawing?.cursor.show(this.pointed ? null : at)) this.drawing.repaint()
  }

  #point(pointed: Pointed | null): void {
    const before = this.pointed
    if (before?.slot === pointed?.slot && before?.price === pointed?.price) return
    this.pointed = pointed
    this.#words.call()
    this.sources.pointed(pointed && this.#pointedAt(pointed))
    this.showForeign(pointed ? null : this.#foreign)
  }

  #pointedAt({ slot, price }: Pointed): PointedAt {
    const start = this.model.slots.all[slot]?.start
    return {
      at: start === undefined ? null : start * 1000,
      price: price === null ? null : this.model.prices.plain(price)
    }
  }

  #follow(): void {
    const { drawing, model, sources } = this
    if (!drawing) return
    const { view } = sources
    const { scale } = model.prices
    const length = model.slots.seconds
    // While not live, trades may be missing.
    const now = view.state === 'live' ? sources.now() : null
    model.slotStudies.choose(sources.settings())
    model.other = sources.other()?.candles ?? null
    const minutes = sources.minutes()?.heat ?? null
    model.liquidityShown = liquidityStudies.filter((name) => sources.settings()[name])
    model.books = view.heat && model.liquidityShown.length > 0 ? { heat: view.heat, minutes } : null
    const change = model.follow(view.candles, sources.minutes()?.candles ?? null, now)
    model.last = lastPriceOf(view, model.slots)
    this.refusal = model.refusal
    if (model.prices.scale !== scale) drawing.readScale()
    if (model.slots.seconds !== length) drawing.readFormats()
    if (change) {
      this.#know()
      drawing.feed(change)
    }
    const heat = sources.settings().heat ? view.heat : null
    const version = heat ? `${heat.version} ${minutes?.version}` : ''
    if (version !== this.#heatVersion) {
      this.#heatVersion = version
      drawing.showHeat(heat && { heat, minutes })
    }
    this.#followLevels(drawing)
    this.#comparison.follow(drawing)
    const isChanged = this.#profile.follow(drawing, this.#clock)
    if (this.#footprint.follow(drawing) || isChanged) drawing.repaint()
    this.#older.look()
    // Runs after the library's own frame.
    this.#notifyRequest ??= requestAnimationFrame(() => this.#notify())
  }

  #followLevels(drawing: ChartDrawing): void {
    const { model, sources } = this
    const candles = sources.quarters()?.candles ?? null
    const levels = candles ? this.#levels.read(candles, sources.settings().sessionStart, sources.now()) : []
    if (levels === model.levels) return
    model.levels = levels
    drawing.repaint()
  }

  #notify(): void {
    if (this.#notifyRequest !== null) cancelAnimationFrame(this.#notifyRequest)
    this.#notifyRequest = null
    this.sources.headRead(readHead(this.sources.view, this.model.last?.text))
    this.#read()
  }

  /** Keeps exact digits of prices on the axis. */
  #know(): void {
    const { last, prices } = this.model
    prices.know([...(last ? [last.text] : []), ...this.#shownLines.map(({ price }) => price)])
  }

  #linePrices(): readonly number[] {
    const { last } = this.model
    const alerts = this.lines?.all.map(({ price }) => Number(price)) ?? []
    return last ? [last.value, ...alerts] : alerts
  }

  get #texts() {
    const { model, pointed, sources } = this
    return {
      model,
      pointed,
      view: sources.view,
      settings: sources.settings(),
      clock: this.#clock,
      now: sources.now(),
      sizeAt: (slot: number, price: number) => this.drawing?.heat.sizeAt(slot, price) ?? null
    }
  }

  #read(): void {
    this.legend = readLegend(this.#texts)
  }
}
