import type { ISeriesPrimitiveAxisView } from 'lightweight-charts'
import type { Drawing } from '#shared/contract/market/drawings'
import type { Look } from '../../../lib/canvas'
import { Layer } from '../layer'
import type { PriceText } from '../price-text'
import type { Target } from '../target'
import type { Box, Point } from './geometry'
import { paintMeasure } from './measure-paint'
import type { MeasureText } from './measure-text'
import { maxLabel, paintHandles, paintLabel, paintShape } from './paint'
import { shapeOf, type Projection, type Shape } from './shapes'
import { tintOf } from './tints'

export interface ShownMeasure {
  readonly from: Point
  readonly to: Point
  readonly text: MeasureText | null
}

interface DrawingSources {
  readonly projection: Projection
  readonly look: () => Look
  /** Around lines on heat; null without heat. */
  readonly halo: () => string | null
  readonly prices: PriceText
  /** The height of the last price; null if it is unknown. */
  readonly last: () => number | null
  /** From back to front. */
  readonly drawings: () => readonly Drawing[]
  readonly selected: () => string | null
  /** The anchor that keys move; null for all. */
  readonly anchor: () => number | null
  readonly measure: () => ShownMeasure | null
  /** After a paint. */
  readonly painted: () => void
}

/** Of a label on the axis. */
const labelHigh = 18

/** Where a price is written on the axis: beside the last price, not over it. */
export function besideLast(y: number, last: number | null): number {
  if (last === null || Math.abs(y - last) >= labelHigh) return y
  return y < last ? last - labelHigh : last + labelHigh
}

/** All drawings of a chart: the selected one and the measured range above everything else. */
export class DrawingLayer extends Layer<DrawingSources> {
  /** Where texts were painted, by drawing. */
  readonly labels = new Map<string, Box>()

  /** The prices of horizontal lines. */
  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    const { drawings, projection, prices, look, last } = this.sources
    const lastHeight = last()
    return drawings()
      .filter(({ kind }) => kind === 'level')
      .flatMap(({ anchors, colour }) => {
        const { price } = anchors[0]!
        const y = projection.y(price)
        if (y === null || y < 0 || y > projection.height) return []
        const label = {
          coordinate: () => besideLast(y, lastHeight),
          text: () => prices.shownExact(price),
          textColor: () => look().linkLetter,
          backColor: () => tintOf(look(), colour)
        }
        return [label]
      })
  }

  /** From back to front. */
  shapes(): readonly Shape[] {
    const { drawings, projection } = this.sources
    return drawings().flatMap((drawing) => shapeOf(drawing, projection) ?? [])
  }

  protected override normal(target: Target): void {
    target.useMediaCoordinateSpace(({ context }) => {
      const look = this.sources.look()
      const selected = this.sources.selected()
      this.labels.clear()
      context.save()
      for (const shape of this.shapes()) {
        if (shape.drawing.id === selected) continue
        paintShape(context, shape, look, this.sources.halo())
        this.#label(context, shape, look)
      }
      context.restore()
    })
    this.sources.painted()
  }

  protected override top(target: Target): void {
    const { drawings, selected, anchor, measure, projection } = this.sources
    const chosen = drawings().find(({ id }) => id === selected())
    const shape = chosen && shapeOf(chosen, projection)
    const range = measure()
    if (!shape && !range) return
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const look = this.sources.look()
      context.save()
      if (shape) {
        paintShape(context, shape, look, this.sources.halo())
        this.#label(context, shape, look)
        paintHandles(context, shape, look, anchor())
      }
      if (range) paintMeasure(context, range, look, mediaSize)
      context.restore()
    })
  }

  #label(context: CanvasRenderingContext2D, shape: Shape, look: Look): void {
    const { x, y } = shape.label
    const { width, height } = this.sources.projection
    if (x > width || x < -maxLabel || y < 0 || y > height + maxLabel) return
    const box = paintLabel(context, shape, look, width)
    if (box) this.labels.set(shape.drawing.id, box)
  }
}
