import {
  customSeriesDefaultOptions,
  type CustomData,
  type CustomSeriesOptions,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type Time
} from 'lightweight-charts'
import type { Target } from './target'

/** Volume by inferred side. */
export interface VolumeBar extends CustomData<Time> {
  readonly buys?: number
  readonly sells?: number
  readonly unknown?: number
}

interface VolumeColours {
  readonly buys: string
  readonly sells: string
  readonly unknown: string
}

const total = ({ buys = 0, sells = 0, unknown = 0 }: VolumeBar) => buys + sells + unknown

/** Buys at the bottom, then sells, then unknown. */
export class VolumeBars implements ICustomSeriesPaneView<Time, VolumeBar, CustomSeriesOptions> {
  colours: VolumeColours = { buys: '', sells: '', unknown: '' }
  #data: PaneRendererCustomData<Time, VolumeBar> | null = null
  readonly #renderer = {
    draw: (target: Target, toY: (price: number) => number | null) => this.#draw(target, toY)
  }

  renderer() {
    return this.#renderer
  }

  update(data: PaneRendererCustomData<Time, VolumeBar>): void {
    this.#data = data
  }

  priceValueBuilder(bar: VolumeBar): number[] {
    return [0, total(bar)]
  }

  isWhitespace(bar: VolumeBar): bar is VolumeBar {
    return bar.buys === undefined
  }

  defaultOptions(): CustomSeriesOptions {
    return customSeriesDefaultOptions
  }

  #draw(target: Target, toY: (price: number) => number | null): void {
    const data = this.#data
    const range = data?.visibleRange
    const zero = toY(0)
    if (!data || !range || zero === null) return
    target.useBitmapCoordinateSpace(({ context, horizontalPixelRatio, verticalPixelRatio }) => {
      const space = data.barSpacing * data.conflationFactor * horizontalPixelRatio
      const width = Math.max(1, Math.floor(space * 0.72))
      const bottom = Math.round(zero * verticalPixelRatio)
      context.globalAlpha = 0.72
      const parts = ['buys', 'sells', 'unknown'] as const
      for (const part of parts) {
        context.fillStyle = this.colours[part]
        for (let at = range.from; at < range.to; at += 1) {
          const bar = data.bars[at]
          if (!bar) continue
          const { buys = 0, sells = 0, unknown = 0 } = bar.originalData
          const below = part === 'buys' ? 0 : part === 'sells' ? buys : buys + sells
          const size = part === 'buys' ? buys : part === 'sells' ? sells : unknown
          if (!(size > 0)) continue
          const from = below === 0 ? bottom : Math.round(toY(below)! * verticalPixelRatio)
          const to = Math.round(toY(below + size)! * verticalPixelRatio)
          const left = Math.round(bar.x * horizontalPixelRatio - width / 2)
          // At least one pixel.
          const high = below === 0 ? Math.max(1, from - to) : from - to
          context.fillRect(left, from - high, width, high)
        }
      }
      context.globalAlpha = 1
    })
  }
}
