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

  constructor(private readonly sources: Sources) {}

  get text(): MeasureText | null {
    const { slots, market, numbers } = this.sources
    const figures = this.now && measured(slots, this.now.from, this.now.to)
    return figures && measureText(figures, market(), numbers())
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
