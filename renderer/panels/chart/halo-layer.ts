import type { ISeriesApi, ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import { candleWidth } from './candle-width'
import { Layer } from './layer'
import type { Slots } from './slots'
import type { Target } from './target'

interface Sources {
  readonly slots: Slots
  readonly time: ITimeScaleApi<Time>
  readonly prices: ISeriesApi<'Candlestick'>
  readonly look: () => Look
  /** Of lines across the pane. */
  readonly lines: () => readonly number[]
}

/** Pixels around candles and lines; less where candles are close together. */
const maxHalo = 1
const closeSpacing = 2
const freeSpacing = 5

/** Keeps candles and lines visible on heat of any brightness. */
export class HaloLayer extends Layer<Sources> {
  protected override bottom(target: Target): void {
    const { time, prices, look, lines } = this.sources
    const spacing = time.options().barSpacing
    const halo = maxHalo * Math.min(1, Math.max(0, (spacing - closeSpacing) / (freeSpacing - closeSpacing)))
    target.useBitmapCoordinateSpace((scope) => {
      const { context, bitmapSize, verticalPixelRatio: vertical } = scope
      const { horizontalPixelRatio: horizontal } = scope
      // One path, so that what overlaps does not become darker.
      context.beginPath()
      for (const price of lines()) {
        const y = prices.priceToCoordinate(price)
        if (y === null) continue
        const half = Math.round(maxHalo * vertical)
        context.rect(0, Math.round(y * vertical) - half, bitmapSize.width, 2 * half + 1)
      }
      const body = candleWidth(spacing, horizontal)
      const [across, along] = [halo * horizontal, halo * vertical]
      const box = (x: number, width: number, one: number, other: number) => {
        const [top, bottom] = [Math.min(one, other) * vertical, Math.max(one, other) * vertical]
        const left = Math.round(x * horizontal) - Math.floor(width / 2)
        context.rect(left - across, top - along, width + 2 * across, bottom - top + 2 * along + 1)
      }
      if (halo > 0)
        for (const { x, open, high, low, close } of this.#candles()) {
          box(x, Math.max(1, Math.floor(horizontal)), high, low)
          box(x, body, open, close)
        }
      context.fillStyle = look().heatHalo
      context.fill()
    })
  }

  /** Those in view, in pixels. */
  *#candles() {
    const { slots, time, prices } = this.sources
    const visible = time.getVisibleLogicalRange()
    if (!visible) return
    const to = Math.min(slots.all.length - 1, Math.ceil(visible.to))
    for (let slot = Math.max(0, Math.floor(visible.from)); slot <= to; slot += 1) {
      const candle = slots.all[slot]?.candle
      const x = candle ? time.logicalToCoordinate(slot as Logical) : null
      if (!candle || x === null) continue
      const y = (field: 'open' | 'high' | 'low' | 'close') =>
        prices.priceToCoordinate(candle.value(field)) ?? NaN
      yield { x, open: y('open'), high: y('high'), low: y('low'), close: y('close') }
    }
  }
}

/** Around the current path, before the line itself. */
export function strokeHalo(context: CanvasRenderingContext2D, colour: string, width: number): void {
  context.strokeStyle = colour
  context.lineWidth = width + 2 * maxHalo
  context.stroke()
}
