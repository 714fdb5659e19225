import type { Logical, MouseEventParams, Time, UTCTimestamp } from 'lightweight-charts'
import type { ChartDrawing } from './drawing'
import type { Pointed } from './pointed'
import type { Slots } from './slots'

interface Sources {
  readonly slots: Slots
  readonly drawing: () => ChartDrawing | null
  readonly pointed: (pointed: Pointed | null) => void
}

/** Where keys put it. */
interface Kept {
  /** Of its candle, in seconds since the epoch. */
  readonly start: number
  readonly price: number
}

/** At the pointer, or where keys put it: there it keeps its candle and price while the chart moves. */
export class Crosshair {
  #kept: Kept | null = null

  constructor(private readonly sources: Sources) {}

  /** By keys; null removes it. */
  put(pointed: Pointed | null): void {
    const start = pointed && this.sources.slots.all[pointed.slot]?.start
    const price = pointed?.price ?? null
    this.#kept = start === null || start === undefined || price === null ? null : { start, price }
    if (this.#kept && pointed) this.#show(pointed.slot, this.#kept)
    else this.#hide()
  }

  /** The library keeps its pixel when the chart moves, and says so without an event of the pointer. */
  moved({ point, logical, paneIndex, sourceEvent }: MouseEventParams<Time>): void {
    if (this.#kept && point && !sourceEvent) return this.keep()
    this.#kept = null
    const drawing = this.sources.drawing()
    if (!drawing || !point || logical === undefined) return this.sources.pointed(null)
    const price = paneIndex === 0 ? drawing.candles.coordinateToPrice(point.y) : null
    this.sources.pointed({ slot: Math.round(logical), price })
  }

  /** Hidden while its candle is out of view. */
  readonly keep = (): void => {
    const time = this.sources.drawing()?.chart.timeScale()
    if (!this.#kept || !time) return
    const slot = this.sources.slots.indexAt(this.#kept.start)
    const x = slot < 0 ? null : time.logicalToCoordinate(slot as Logical)
    if (x === null || x < 0 || x > time.width()) this.#hide()
    else this.#show(slot, this.#kept)
  }

  #show(slot: number, { price }: Kept): void {
    const drawing = this.sources.drawing()
    const start = this.sources.slots.all[slot]?.start
    // The library throws without candles.
    if (!drawing || start === undefined || drawing.candles.coordinateToPrice(0) === null) return this.#hide()
    drawing.chart.setCrosshairPosition(price, start as UTCTimestamp as Time, drawing.candles)
    this.sources.pointed({ slot, price })
  }

  #hide(): void {
    this.sources.drawing()?.chart.clearCrosshairPosition()
    this.sources.pointed(null)
  }
}
