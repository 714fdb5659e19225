import type { ISeriesApi, ITimeScaleApi, Logical, Time } from 'lightweight-charts'
import type { Look } from '../../lib/canvas'
import { Layer } from './layer'
import type { Slots } from './slots'
import type { Target } from './target'

interface Sources {
  readonly slots: Slots
  readonly time: ITimeScaleApi<Time>
  readonly prices: ISeriesApi<'Candlestick'>
  readonly look: () => Look
}

/** A thin line at the last price where the market was watched and nothing was traded. */
export class QuietLayer extends Layer<Sources> {
  protected override normal(target: Target): void {
    const { slots, time, prices, look } = this.sources
    const visible = time.getVisibleLogicalRange()
    if (!visible) return
    const from = Math.max(0, Math.floor(visible.from))
    const to = Math.min(slots.all.length - 1, Math.ceil(visible.to))
    const spacing = time.options().barSpacing
    target.useMediaCoordinateSpace(({ context }) => {
      context.strokeStyle = look().edge
      context.lineWidth = 1
      context.beginPath()
      let price = slots.all[slots.candleBefore(from)]?.candle?.value('close') ?? null
      for (let index = from; index <= to; index += 1) {
        const { candle, seen } = slots.all[index]!
        if (candle) price = candle.value('close')
        // Unrecorded time breaks the line.
        else if (seen !== 'whole') price = null
        else if (price !== null) {
          const x = time.logicalToCoordinate(index as Logical)
          const y = prices.priceToCoordinate(price)
          if (x === null || y === null) continue
          context.moveTo(x - spacing * 0.36, Math.round(y) + 0.5)
          context.lineTo(x + spacing * 0.36, Math.round(y) + 0.5)
        }
      }
      context.stroke()
    })
  }
}
