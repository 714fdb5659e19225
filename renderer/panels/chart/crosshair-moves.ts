import type { ChartDrawing } from './drawing'
import type { ChartModel } from './model'
import type { Pointed } from './pointed'

export interface CrosshairSources {
  readonly model: ChartModel
  readonly drawing: () => ChartDrawing | null
  readonly pointed: () => Pointed | null
  readonly point: (pointed: Pointed | null) => void
}

/** Crosshair steps per pane height. */
const stepsOfPane = 80

/** Moves the crosshair by keys. */
export function crosshairMoves(sources: CrosshairSources) {
  const { model } = sources
  const scale = () => sources.drawing()?.chart.timeScale()

  /** 1, 2 or 5 times a power of ten of the price step. */
  function step(): number {
    const drawing = sources.drawing()
    const height = drawing?.chart.panes()[0]?.getHeight() ?? 0
    const top = drawing?.candles.coordinateToPrice(0) ?? 0
    const bottom = drawing?.candles.coordinateToPrice(height) ?? 0
    const ideal = Math.abs(top - bottom) / stepsOfPane
    const power = 10 ** Math.floor(Math.log10(ideal || 1))
    const nice = [1, 2, 5, 10].find((digit) => digit * power >= ideal) ?? 10
    return Math.max(10 ** -model.prices.scale, nice * power)
  }

  /** Rounds to the steps. */
  const stepped = (price: number, steps: number) => {
    const size = step()
    return Number(model.prices.plain((Math.round(price / size) + steps) * size))
  }

  function point(slots: number, steps: number): void {
    const drawing = sources.drawing()
    const { all, lastCandle } = model.slots
    if (!drawing || lastCandle < 0) return
    const now = sources.pointed()
    const newest = Math.min(lastCandle, Math.floor(scale()?.getVisibleLogicalRange()?.to ?? lastCandle))
    const slot = Math.min(all.length - 1, Math.max(0, now ? now.slot + slots : newest))
    const before = all[model.slots.candleBefore(slot + 1)]?.candle ?? all[lastCandle]!.candle!
    const from = now?.price ?? before.value('close')
    const price = steps === 0 ? from : stepped(from, steps)
    sources.point({ slot, price })
    showSlot(slot)
  }

  /** Scrolls only as far as needed. */
  function showSlot(slot: number): void {
    const range = scale()?.getVisibleLogicalRange()
    if (!range) return
    if (slot < range.from + 1) pan(slot - range.from - 1)
    else if (slot > range.to - 1) pan(slot - range.to + 1)
  }

  function pan(slots: number): void {
    sources.drawing()?.follow.pan(slots)
  }

  return { stepped, point, pan }
}
