import { chartText } from '../../messages/panels/chart'
import { LineStyle, type IPriceLine, type ISeriesApi } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import type { PriceLine } from '../../lib/state/alerts.svelte'

/** The distance in pixels at which a line can be dragged. */
const reach = 5

/** Alert prices as lines: armed ones dashed, others dotted and dim. */
export class PriceLines {
  readonly #drawn = new Map<string, { readonly line: IPriceLine; shown: PriceLine }>()
  #dragged: string | null = null

  constructor(
    private readonly series: ISeriesApi<'Candlestick'>,
    private readonly look: () => Look
  ) {}

  get all(): readonly PriceLine[] {
    return [...this.#drawn.values()].map(({ shown }) => shown)
  }

  show(lines: readonly PriceLine[]): void {
    const wanted = new Map(lines.map((line) => [line.id, line]))
    for (const [id, { line }] of this.#drawn) {
      if (wanted.has(id)) continue
      this.series.removePriceLine(line)
      this.#drawn.delete(id)
    }
    for (const shown of lines) {
      const drawn = this.#drawn.get(shown.id)
      // Main's answers are ignored during the drag.
      if (shown.id === this.#dragged) continue
      if (!drawn)
        this.#drawn.set(shown.id, { line: this.series.createPriceLine(this.#options(shown)), shown })
      else if (JSON.stringify(drawn.shown) !== JSON.stringify(shown)) {
        drawn.shown = shown
        drawn.line.applyOptions(this.#options(shown))
      }
    }
  }

  recolour(): void {
    for (const { line, shown } of this.#drawn.values()) line.applyOptions(this.#options(shown))
  }

  /** Within reach, or null. */
  at(y: number): PriceLine | null {
    let nearest: PriceLine | null = null
    let min = reach + 0.5
    for (const { shown } of this.#drawn.values()) {
      const at = this.series.priceToCoordinate(Number(shown.price))
      if (at === null || Math.abs(at - y) >= min) continue
      min = Math.abs(at - y)
      nearest = shown
    }
    return nearest
  }

  /** Null ends the drag. */
  drag(id: string, price: string | null): void {
    const drawn = this.#drawn.get(id)
    this.#dragged = price === null ? null : id
    drawn?.line.applyOptions({ price: Number(price ?? drawn.shown.price) })
  }

  #options({ price, armed, of }: PriceLine) {
    const { warning, dim, raised, text } = this.look()
    return {
      price: Number(price),
      color: armed ? warning : dim,
      lineWidth: 1 as const,
      lineStyle: armed ? LineStyle.LargeDashed : LineStyle.SparseDotted,
      axisLabelVisible: true,
      axisLabelColor: raised,
      axisLabelTextColor: armed ? warning : text,
      title: chartText.alertLines[of][armed ? 'armed' : 'off']
    }
  }
}
