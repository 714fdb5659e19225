import type { ISeriesApi, Time } from 'lightweight-charts'
import { minMoveOf } from './drawable'
import type { ChartModel } from './model'
import { shortSize } from './price-text'

/** Characters of a size. */
const longest = 6

type Series = Pick<ISeriesApi<'Candlestick' | 'Custom', Time>, 'applyOptions'>

/** How prices and sizes are written on the axes of a chart, and their steps. */
export class SeriesFormats {
  readonly #ofPrices: Series[] = []
  readonly #ofSizes: Series[] = []
  #minMoves = { price: 0, size: 0 }

  constructor(private readonly model: ChartModel) {}

  addPrices(series: Series): void {
    this.#ofPrices.push(series)
    series.applyOptions({ priceFormat: this.#prices() })
  }

  addSizes(series: Series): void {
    this.#ofSizes.push(series)
    series.applyOptions({ priceFormat: this.#sizes() })
  }

  /** Before the library gets values, which may need another step. */
  measure(): void {
    const before = this.#minMoves
    const { price, size } = this.#readMinMoves()
    if (price !== before.price) this.readPrices()
    if (size === before.size) return
    for (const series of this.#ofSizes) series.applyOptions({ priceFormat: this.#sizes() })
  }

  readPrices(): void {
    for (const series of this.#ofPrices) series.applyOptions({ priceFormat: this.#prices() })
  }

  #readMinMoves() {
    const { extent, prices } = this.model
    this.#minMoves = {
      price: minMoveOf(extent.price, 10 ** -Math.min(prices.scale, 12)),
      size: minMoveOf(extent.size, 1e-8)
    }
    return this.#minMoves
  }

  #prices() {
    const { prices } = this.model
    return {
      type: 'custom' as const,
      formatter: prices.shown,
      tickmarksFormatter: prices.shownMany,
      minMove: this.#readMinMoves().price
    }
  }

  #sizes() {
    const short = (size: number) => shortSize(size, this.model.prices.numbers)
    return {
      type: 'custom' as const,
      // Of the crosshair.
      formatter: short,
      // All as wide, so that the library does not measure all axes again when another size is the longest.
      tickmarksFormatter: (sizes: readonly number[]) => sizes.map((size) => short(size).padEnd(longest)),
      minMove: this.#readMinMoves().size
    }
  }
}
