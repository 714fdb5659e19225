import type { Anchor } from '#shared/contract/market/drawings'
import type { NumberFormat } from '../../../lib/format/number'
import type { Slots } from '../slots'
import type { ShownMeasure } from './drawing-layer'
import { measured } from './measure'
import { measureText, type MeasureText } from './measure-text'
import type { Projection } from './shapes'

interface Sources {
  readonly slots: Slots
  readonly market: () => string
  readonly numbers: () => NumberFormat
}

interface Range {
  readonly from: Anchor
  readonly to: Anchor
}

/** The measured range of a chart, until it is removed. */
export class MeasureRange {
  now = $state.raw<Range | null>(null)
  #basis: readonly unknown[] = []
  #text: MeasureText | null = null

  constructor(private readonly sources: Sources) {}

  get text(): MeasureText | null {
    const { slots, market, numbers } = this.sources
    const basis = [this.now, slots.all[0], slots.all.at(-1)?.candle, slots.all.length, market(), numbers()]
    // It is painted with each move of the crosshair.
    if (!basis.every((each, index) => each === this.#basis[index])) {
      const figures = this.now && measured(slots, this.now.from, this.now.to)
      this.#basis = basis
      this.#text = figures && measureText(figures, market(), numbers())
    }
    return this.#text
  }

  shown(projection: Projection): ShownMeasure | null {
    const [from, to] = [this.now?.from, this.now?.to].map((anchor) => {
      const x = anchor ? projection.x(anchor.at) : null
      const y = anchor ? projection.y(anchor.price) : null
      return x === null || y === null ? null : { x, y }
    })
    return from && to ? { from, to, text: this.text } : null
  }
}
