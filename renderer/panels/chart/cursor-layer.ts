import type {
  IChartApiBase,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  IPrimitivePaneView,
  Logical,
  SeriesAttachedParameter,
  Time
} from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import type { ClockKind } from '../../lib/format/time'
import type { PriceText } from './price-text'
import type { Slots } from './slots'
import type { Target } from './target'
import { pointedText } from './time-axis'

interface Sources {
  readonly slots: Slots
  readonly chart: IChartApiBase<Time>
  readonly series: ISeriesApi<'Candlestick'>
  readonly prices: PriceText
  readonly clock: ClockKind
  readonly look: () => Look
}

export interface PointedAt {
  /** Milliseconds since the epoch. */
  readonly at: number | null
  readonly price: string | null
}

/** Off screen, because the library always draws a label. */
const nowhere = -1000

/** The crosshair of other panels: the same time, and the same price in the same market. */
export class CursorLayer implements ISeriesPrimitive<Time> {
  requestUpdate: () => void = () => {}
  #shown: PointedAt | null = null
  readonly #views: readonly IPrimitivePaneView[]
  readonly #timeViews: readonly ISeriesPrimitiveAxisView[]
  readonly #priceViews: readonly ISeriesPrimitiveAxisView[]

  constructor(private readonly sources: Sources) {
    const renderer = { draw: (target: Target) => this.#draw(target) }
    this.#views = [{ zOrder: () => 'top', renderer: () => renderer }]
    const label = {
      textColor: () => sources.look().text,
      backColor: () => sources.look().lineStrong
    }
    this.#timeViews = [
      {
        ...label,
        coordinate: () => this.#x() ?? nowhere,
        visible: () => this.#x() !== null,
        tickVisible: () => false,
        text: () => pointedText((this.#shown?.at ?? 0) / 1000, sources.clock, sources.slots.seconds)
      }
    ]
    this.#priceViews = [
      {
        ...label,
        coordinate: () => nowhere,
        fixedCoordinate: () => this.#y() ?? nowhere,
        visible: () => this.#y() !== null,
        tickVisible: () => false,
        text: () => sources.prices.shown(Number(this.#shown?.price))
      }
    ]
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.requestUpdate = requestUpdate
  }

  detached(): void {
    this.requestUpdate = () => {}
  }

  /** False if unchanged. */
  show(pointed: PointedAt | null): boolean {
    if (pointed?.at === this.#shown?.at && pointed?.price === this.#shown?.price) return false
    this.#shown = pointed
    return true
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  timeAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#timeViews
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#priceViews
  }

  #x(): number | null {
    const at = this.#shown?.at
    if (at === null || at === undefined) return null
    const { slots, chart } = this.sources
    const index = slots.indexAt(at / 1000)
    const slot = slots.all[index]
    // The axis does not contain this time.
    if (!slot || at / 1000 >= slot.start + slots.seconds) return null
    return chart.timeScale().logicalToCoordinate(index as Logical)
  }

  #y(): number | null {
    const price = this.#shown?.price
    return price === null || price === undefined ? null : this.sources.series.priceToCoordinate(Number(price))
  }

  #draw(target: Target): void {
    const x = this.#x()
    const y = this.#y()
    if (x === null && y === null) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.strokeStyle = this.sources.look().edge
      context.lineWidth = 1
      context.setLineDash([3, 3])
      context.beginPath()
      if (x !== null) {
        context.moveTo(Math.round(x) + 0.5, 0)
        context.lineTo(Math.round(x) + 0.5, mediaSize.height)
      }
      if (y !== null) {
        context.moveTo(0, Math.round(y) + 0.5)
        context.lineTo(mediaSize.width, Math.round(y) + 0.5)
      }
      context.stroke()
      context.setLineDash([])
    })
  }
}
