import {
  customSeriesDefaultOptions,
  type CustomData,
  type CustomSeriesOptions,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type Time
} from 'lightweight-charts'
import { strokeHalo } from './halo-layer'
import type { Target } from './target'

export interface LinePoint extends CustomData<Time> {
  readonly value?: number
  /** Thinner lines of the same study. */
  readonly beside?: readonly number[]
  /** Earlier values are unknown or belong to another session. */
  readonly begins?: boolean
}

/** Of what the library gives, what a line needs. */
interface DrawnLine extends Pick<PaneRendererCustomData<Time, LinePoint>, 'visibleRange'> {
  readonly bars: readonly { readonly x: number; readonly originalData: LinePoint }[]
}

/** Breaks where values are unknown; the library's own line would connect them. */
export class BrokenLine implements ICustomSeriesPaneView<Time, LinePoint, CustomSeriesOptions> {
  colour = ''
  /** Drawn under the line; null without it. */
  halo: string | null = null
  #data: DrawnLine | null = null
  readonly #renderer = {
    draw: (target: Target, toY: (price: number) => number | null) => this.#draw(target, toY)
  }

  renderer() {
    return this.#renderer
  }

  update(data: DrawnLine): void {
    this.#data = data
  }

  priceValueBuilder({ value }: LinePoint): number[] {
    return [value ?? NaN]
  }

  isWhitespace(point: LinePoint): point is LinePoint {
    return point.value === undefined
  }

  defaultOptions(): CustomSeriesOptions {
    return customSeriesDefaultOptions
  }

  #draw(target: Target, toY: (price: number) => number | null): void {
    const data = this.#data
    const range = data?.visibleRange
    if (!data || !range) return
    target.useMediaCoordinateSpace(({ context }) => {
      context.lineJoin = 'round'
      // Reaches one slot beyond each edge already; the library keeps no coordinates of what is further away up to date.
      const bars = data.bars.slice(range.from, range.to)
      const draw = (width: number, heightOf: (point: LinePoint) => number | null) => {
        trace(context, bars, heightOf)
        if (this.halo !== null) strokeHalo(context, this.halo, width)
        context.strokeStyle = this.colour
        context.lineWidth = width
        context.stroke()
      }
      draw(1.5, ({ value }) => (value === undefined ? null : toY(value)))
      const count = bars[0]?.originalData.beside?.length ?? 0
      for (let line = 0; line < count; line += 1)
        draw(1, ({ beside }) => (beside === undefined ? null : toY(beside[line]!)))
    })
  }
}

function trace(
  context: CanvasRenderingContext2D,
  bars: DrawnLine['bars'],
  heightOf: (point: LinePoint) => number | null
): void {
  context.beginPath()
  let [hasLast, lastX, lastY] = [false, 0, 0]
  let joined = false
  for (const { x, originalData } of bars) {
    const y = heightOf(originalData)
    if (y === null) continue
    if (hasLast && !originalData.begins) context.lineTo(x, y)
    else {
      // Draws a single point as a dot.
      if (hasLast && !joined) context.lineTo(lastX + 1, lastY)
      context.moveTo(x, y)
    }
    joined = hasLast && !originalData.begins
    ;[hasLast, lastX, lastY] = [true, x, y]
  }
  if (hasLast && !joined) context.lineTo(lastX + 1, lastY)
}
