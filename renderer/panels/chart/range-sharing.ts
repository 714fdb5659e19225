import type { Logical } from 'lightweight-charts'
import type { RangePort, RangeTimes } from '../../lib/state/shared-ranges'
import type { ChartDrawing } from './drawing'
import { minRoom } from './follow'
import { logicalRangeOf, timesOf } from './range-times'
import type { Slots } from './slots'

interface Sources {
  readonly slots: Slots
  readonly drawing: () => Pick<ChartDrawing, 'chart' | 'follow'> | null
  /** Another chart's times are in view. */
  readonly taken: () => void
}

/** Of a second; less is how the library rounds. */
const tolerance = 1e-3
const isSame = (one: RangeTimes, other: RangeTimes) =>
  Math.abs(one.from - other.from) < tolerance && Math.abs(one.to - other.to) < tolerance

/** Shows the times of the chart of its group that the user moved last, or decides them itself. */
export class RangeSharing {
  #port: RangePort | null = null
  #decides = false
  #taken: RangeTimes | null = null
  #shown: RangeTimes | null = null

  constructor(private readonly sources: Sources) {}

  /** Returns the function that ends it. */
  start(port: RangePort): () => void {
    this.#port = port
    const stop = port.onShown((times, isOwn) => {
      if (!isOwn) this.#take(times)
      else if (times && !this.#decides) this.#takeBack(times)
    })
    const times = port.read()
    if (times) this.#take(times)
    else this.moved()
    return () => {
      stop()
      if (this.#decides) port.show(null)
      this.#port = null
      this.#take(null)
    }
  }

  /** The library's chart was created. */
  attach(): void {
    const { chart } = this.sources.drawing()!
    chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#look())
    if (this.#taken) this.#hold()
  }

  /** By the user. */
  moved(): void {
    if (!this.#port) return
    this.#taken = null
    this.#decides = true
    this.sources.drawing()?.follow.release()
    this.#look()
  }

  #look(): void {
    const visible = this.sources.drawing()?.chart.timeScale().getVisibleLogicalRange()
    if (!this.#decides || !visible) return
    const times = timesOf(this.sources.slots, visible)
    const before = this.#shown
    if (!times || (before && isSame(times, before))) return
    this.#shown = times
    this.#port?.show(times)
  }

  #take(times: RangeTimes | null): void {
    this.#decides = false
    this.#shown = null
    this.#taken = times
    if (!times) return this.sources.drawing()?.follow.release()
    this.#hold()
    this.sources.taken()
  }

  /** Another chart was moved at the same time, but before. Shown is what was sent, and nothing is sent again. */
  #takeBack(times: RangeTimes): void {
    this.#taken = times
    this.#hold()
    this.sources.drawing()?.follow.release()
    this.#taken = null
    this.#shown = times
    this.#decides = true
  }

  #hold(): void {
    this.sources.drawing()?.follow.hold(() => this.#place())
  }

  /** Whether the newest slot is in view; null if there is none. */
  #place(): boolean | null {
    const { slots, drawing } = this.sources
    const range = this.#taken && logicalRangeOf(slots, this.#taken)
    if (!range) return null
    const { from, to } = range
    drawing()
      ?.chart.timeScale()
      .setVisibleLogicalRange({ from: from as Logical, to: to as Logical })
    return to - (slots.all.length - 1) >= minRoom
  }
}
