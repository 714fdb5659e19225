import type {
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  Time
} from 'lightweight-charts'
import type { Look } from '../../../../lib/canvas'
import { formatDecimal } from '../../../../lib/format/number'
import type { PriceText } from './price-text'
import type { Slots } from './slots'
import type { Target } from './target'

interface Sources {
  readonly slots: Slots
  readonly series: ISeriesApi<'Candlestick'>
  readonly prices: PriceText
  readonly look: () => Look
  /** The height of the pane. */
  readonly height: () => number
}

/** Half of a label on the axis, with a little air. */
const halfLabel = 10
/** Out of sight: the library places a label somewhere in any case. */
const nowhere = -1000

/** Where the label of a height goes: one that is out of sight stays at the edge that it left by. */
export function labelPlace(y: number, height: number): { readonly y: number; readonly outside: boolean } {
  const highest = Math.min(halfLabel, height / 2)
  return {
    y: Math.min(height - highest, Math.max(highest, y)),
    outside: y < 0 || y > height
  }
}

/** The newest price of all, wherever somebody scrolled to: the library's own mark is of what can be seen. */
export class LastPriceLayer implements ISeriesPrimitive<Time> {
  readonly #views: readonly IPrimitivePaneView[]
  readonly #priceViews: readonly ISeriesPrimitiveAxisView[]

  constructor(private readonly sources: Sources) {
    const renderer = { draw: (target: Target) => this.#draw(target) }
    this.#views = [{ zOrder: () => 'normal', renderer: () => renderer }]
    this.#priceViews = [
      {
        coordinate: () => this.#place()?.y ?? nowhere,
        visible: () => this.#place() !== null,
        tickVisible: () => false,
        text: () => formatDecimal(this.#candle?.text('close') ?? '', sources.prices.numbers),
        textColor: () => (this.#place()?.outside ? this.#colour : sources.look().panel),
        backColor: () => (this.#place()?.outside ? sources.look().raised : this.#colour)
      }
    ]
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#priceViews
  }

  get #candle() {
    const { slots } = this.sources
    return slots.all[slots.lastCandle]?.candle ?? null
  }

  get #colour(): string {
    const { bid, ask, dim } = this.sources.look()
    const candle = this.#candle
    if (!candle) return dim
    return candle.value('close') >= candle.value('open') ? bid : ask
  }

  #place() {
    const candle = this.#candle
    const y = candle ? this.sources.series.priceToCoordinate(candle.value('close')) : null
    return y === null ? null : labelPlace(y, this.sources.height())
  }

  #draw(target: Target): void {
    const candle = this.#candle
    const y = candle ? this.sources.series.priceToCoordinate(candle.value('close')) : null
    if (y === null) return
    target.useBitmapCoordinateSpace(({ context, bitmapSize, verticalPixelRatio }) => {
      const width = Math.max(1, Math.floor(verticalPixelRatio))
      const at = Math.round(y * verticalPixelRatio) + (width % 2) / 2
      context.strokeStyle = this.#colour
      context.lineWidth = width
      context.setLineDash([width, 2 * width])
      context.beginPath()
      context.moveTo(0, at)
      context.lineTo(bitmapSize.width, at)
      context.stroke()
      context.setLineDash([])
    })
  }
}
