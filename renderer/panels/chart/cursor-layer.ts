import type { IChartApiBase, ISeriesApi, ISeriesPrimitiveAxisView, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import type { ClockKind } from '../../lib/format/time'
import { Layer, nowhere } from './layer'
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

/** The crosshair of other panels: the same time, and the same price in the same market. */
export class CursorLayer extends Layer<Sources> {
  #shown: PointedAt | null = null
  readonly #label = {
    tickVisible: () => false,
    textColor: () => this.sources.look().text,
    backColor: () => this.sources.look().lineStrong
  }
  readonly #timeViews: readonly ISeriesPrimitiveAxisView[] = [
    {
      ...this.#label,
      coordinate: () => this.#x() ?? nowhere,
      visible: () => this.#x() !== null,
      text: () => {
        const { clock, slots } = this.sources
        return pointedText((this.#shown?.at ?? 0) / 1000, clock, slots.seconds)
      }
    }
  ]
  readonly #priceViews: readonly ISeriesPrimitiveAxisView[] = [
    {
      ...this.#label,
      coordinate: () => nowhere,
      fixedCoordinate: () => this.#y() ?? nowhere,
      visible: () => this.#y() !== null,
      text: () => this.sources.prices.shown(Number(this.#shown?.price))
    }
  ]

  /** False if unchanged. */
  show(pointed: PointedAt | null): boolean {
    if (pointed?.at === this.#shown?.at && pointed?.price === this.#shown?.price) return false
    this.#shown = pointed
    return true
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

  protected override top(target: Target): void {
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
