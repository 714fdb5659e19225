/** The feed counts as active for this long after a frame, in milliseconds; due calls wait for its next one. */
const feedActive = 250

const waiting = new Set<OneShotTimer>()
let feedAt = -Infinity

/** Runs what is due, when a frame of the feed arrives, so that both are painted in one animation frame. */
export function runDueTimers(): void {
  feedAt = performance.now()
  for (const timer of [...waiting]) timer.runIfDue()
}

/** Calls once, at the earliest of the requested times or, while the feed is active, with its next frame after that. */
export class OneShotTimer {
  #timer: ReturnType<typeof setTimeout> | null = null
  #at = Infinity

  constructor(
    private readonly now: () => number,
    private readonly run: () => void
  ) {}

  at(moment: number): void {
    if (moment >= this.#at) return
    this.stop()
    this.#at = moment
    waiting.add(this)
    this.#wait()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#at = Infinity
    waiting.delete(this)
  }

  runIfDue(): void {
    if (this.now() >= this.#at) this.#runNow()
  }

  #wait(): void {
    const untilDue = this.#at - this.now()
    const untilQuiet = feedAt + feedActive - performance.now()
    this.#timer = setTimeout(
      () => {
        // Still active: its next frame runs this.
        if (performance.now() < feedAt + feedActive) this.#wait()
        else this.#runNow()
      },
      Math.max(0, untilDue, untilQuiet)
    )
  }

  #runNow(): void {
    this.stop()
    this.run()
  }
}
