import { HeatColumn, type HeatBook } from '#shared/domain/market/heat/index'
import type { MarketParts } from '#shared/contract/market/markets'
import { heatWidth, type HeatNews } from '#shared/contract/market/market-news'
import { Cells } from './cells'

const column = new HeatColumn()

/** All columns first, then the last one sent and later ones. */
export class HeatPart {
  readonly #cells = new Cells(heatWidth)
  #version = -1
  #era = -1
  /** The start of the last column sent, which may still change. */
  #last = -Infinity
  #started = false

  constructor(private readonly wanted: NonNullable<MarketParts['heat']>) {}

  restart(): void {
    this.#started = false
  }

  read(heat: HeatBook): HeatNews | null {
    const fresh = !this.#started || heat.era !== this.#era
    if (!fresh && heat.version === this.#version) return null
    const { interval, max } = this.wanted
    const tier = heat.tier(interval)
    if (fresh) this.#last = -Infinity
    const from = Math.max(tier.indexFrom(this.#last), tier.count - max)
    this.#cells.begin()
    for (let index = from; index < tier.count; index += 1) {
      tier.read(index, column)
      this.#put(column)
    }
    this.#version = heat.version
    this.#era = heat.era
    this.#started = true
    return { interval, fresh, values: this.#cells.values }
  }

  #put({ start, seen, bin, first, bid, ask, figured, figures, sizes }: HeatColumn): void {
    const cells = this.#cells
    cells.put(start)
    cells.put(seen)
    cells.put(bin)
    cells.put(first)
    cells.put(bid)
    cells.put(ask)
    cells.put(figured)
    for (const figure of figures) cells.put(figure)
    for (const size of sizes) cells.put(size)
    this.#last = start
  }
}
