const pause = 200

interface Ports {
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Lets what has changed be written into the page five times a second at most, all of a panel's rows at once. */
export class RepaintTick {
  readonly #waiting = new Set<() => void>()
  readonly #all = new Set<() => void>()
  #fading = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #last = -Infinity
  readonly #now: () => number

  constructor(ports: Ports = {}) {
    this.#now = ports.now ?? (() => performance.now())
  }

  /** Takes part in `drawAll`, and so in the steps of the clock; the returned function ends that. */
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

  /** Done with the tick after the next one: long enough to be seen. */
  fade(done: () => void): void {
    this.#fading.add(done)
    this.#arm()
  }

  drawAll(): void {
    for (const draw of this.#all) draw()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting.clear()
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => this.#repaint(), Math.max(0, this.#last + pause - this.#now()))
  }

  #repaint(): void {
    this.#timer = null
    this.#last = this.#now()
    const fading = this.#fading
    this.#fading = new Set()
    for (const done of fading) done()
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const draw of waiting) draw()
  }
}
