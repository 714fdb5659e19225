import type { Logical } from 'lightweight-charts'
import type { Anchor } from '#shared/contract/market/drawings'
import type { ChartDrawing } from '../drawing'
import type { ChartModel } from '../model'
import { slotOf, startOf } from './axis'
import { isInside, type Point } from './geometry'
import type { Projection } from './shapes'
import { snapped } from './snap'

/** Between pixels of the price pane and anchors. */
export class ChartProjection implements Projection {
  constructor(
    private readonly drawing: Pick<ChartDrawing, 'chart' | 'candles'>,
    private readonly model: Pick<ChartModel, 'slots' | 'prices'>
  ) {}

  /** Of the pane in the chart, which may have an axis at its left. */
  get left(): number {
    return this.drawing.chart.priceScale('left').width()
  }

  get width(): number {
    return this.drawing.chart.timeScale().width()
  }

  get height(): number {
    return this.drawing.chart.panes()[0]?.getHeight() ?? 0
  }

  /** Not on an axis or in another pane. */
  contains(point: Point): boolean {
    return isInside(point, { left: 0, top: 0, right: this.width, bottom: this.height })
  }

  x = (at: number): number | null => {
    const slot = slotOf(this.model.slots, at)
    return slot === null ? null : this.drawing.chart.timeScale().logicalToCoordinate(slot as Logical)
  }

  y = (price: string): number | null => this.drawing.candles.priceToCoordinate(Number(price))

  /** Also outside of the existing slots. */
  slotAt(x: number): number | null {
    return this.drawing.chart.timeScale().coordinateToLogical(x)
  }

  /** In the market's digits; null at zero and below. */
  priceAt(y: number): string | null {
    const price = this.drawing.candles.coordinateToPrice(y)
    const text = price === null || price <= 0 ? null : this.model.prices.plain(price)
    return text !== null && Number(text) > 0 ? text : null
  }

  /** @param snap to the nearest price of the candle there */
  anchorAt({ x, y }: Point, snap: boolean): Anchor | null {
    const { slots } = this.model
    const slot = this.slotAt(x)
    const at = slot === null ? null : startOf(slots, slot)
    const price = (snap && slot !== null ? snapped(slots, slot, y, this.y) : null) ?? this.priceAt(y)
    return at === null || price === null ? null : { at, price }
  }
}
