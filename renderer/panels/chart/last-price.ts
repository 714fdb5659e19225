import type { ISeriesApi, ISeriesPrimitiveAxisView } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import { formatDecimal } from '../../lib/format/number'
import type { MarketView } from '../../lib/markets'
import { Layer, nowhere } from './layer'
import type { PriceText } from './price-text'
import type { Slots } from './slots'
import type { Target } from './target'

/** The last price and its direction. */
export interface LastPrice {
  readonly text: string
  readonly value: number
  readonly move: number
}

interface Sources {
  readonly last: () => LastPrice | null
  readonly series: ISeriesApi<'Candlestick'>
  readonly prices: PriceText
  readonly look: () => Look
  /** Of the pane. */
  readonly height: () => number
}

export function lastPriceOf({ lastDay }: Pick<MarketView, 'lastDay'>, slots: Slots): LastPrice | null {
  const text = lastDay?.text('last') ?? slots.all[slots.lastCandle]?.candle?.text('close') ?? null
  return text === null ? null : { text, value: Number(text), move: lastDay?.move ?? 0 }
}

/** Half an axis label with padding. */
const halfLabel = 10

/** A label out of view stays at that edge. */
export function labelPosition(y: number, height: number): { readonly y: number; readonly outside: boolean } {
  const highest = Math.min(halfLabel, height / 2)
  return {
    y: Math.min(height - highest, Math.max(highest, y)),
    outside: y < 0 || y > height
  }
}

/** The newest price; the library only marks the newest visible one. */
export class LastPriceLayer extends Layer<Sources> {
  readonly #priceViews: readonly ISeriesPrimitiveAxisView[] = [
    {
      coordinate: () => this.#place()?.y ?? nowhere,
      visible: () => this.#place() !== null,
      tickVisible: () => false,
      text: () => formatDecimal(this.sources.last()?.text ?? '', this.sources.prices.numbers),
      textColor: () => (this.#place()?.outside ? this.#colour : this.sources.look().panel),
      backColor: () => (this.#place()?.outside ? this.sources.look().raised : this.#colour)
    }
  ]

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#priceViews
  }

  get #colour(): string {
    const { bid, ask, text } = this.sources.look()
    const move = this.sources.last()?.move ?? 0
    return move > 0 ? bid : move < 0 ? ask : text
  }

  #place() {
    const y = this.#y()
    return y === null ? null : labelPosition(y, this.sources.height())
  }

  #y(): number | null {
    const last = this.sources.last()
    return last && this.sources.series.priceToCoordinate(last.value)
  }

  protected override normal(target: Target): void {
    const y = this.#y()
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
