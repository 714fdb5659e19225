import { neverPaint, paintSoon } from '../../lib/canvas/schedule'
import { repaintPause, Throttle } from '../../lib/throttle'

/** Updates all rows of a panel together, at most five times a second. */
export class RepaintTick {
  readonly #waiting = new Set<() => void>()
  readonly #all = new Set<() => void>()
  #fading = new Set<() => void>()
  #armed = false
  readonly #throttle: Throttle

  constructor(now?: () => number) {
    this.#throttle = new Throttle(() => paintSoon(this.#repaint), repaintPause, now)
  }

  /** Joins `drawAll`; the returned function leaves. */
  join(draw: () => void): () => void {
    this.#all.add(draw)
    return () => {
      this.#all.delete(draw)
      this.#waiting.delete(draw)
    }
  }

  mark = (draw: () => void): void => {
    this.#waiting.add(draw)
    this.#arm()
  }

  /** After the next tick, long enough to be seen. */
  fade(done: () => void): void {
    this.#fading.add(done)
    this.#arm()
  }

  drawAll(): void {
    for (const draw of this.#all) draw()
  }

  stop(): void {
    this.#throttle.stop()
    neverPaint(this.#repaint)
    this.#armed = false
    this.#waiting.clear()
  }

  #arm(): void {
    if (this.#armed) return
    this.#armed = true
    this.#throttle.call()
  }

  readonly #repaint = (): void => {
    this.#armed = false
    const fading = this.#fading
    this.#fading = new Set()
    for (const done of fading) done()
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const draw of waiting) draw()
  }
}
