/** The feed counts as active for this long after a frame, in milliseconds; due calls wait for its next one. */
const feedActive = 250

const waiting = new Set<OneShotTimer>()
let feedAt = -Infinity

/** Runs what is due, when a frame of the feed arrives, so that both are painted in one animation frame. */
export function runDueTimers(): void {
  feedAt = performance.now()
  for (const timer of [...waiting]) {
    try {
      timer.runIfDue()
    } catch (problem) {
      reportError(problem)
    }
  }
}

/** Milliseconds until the feed no longer counts as active. */
function untilQuiet(): number {
  const age = performance.now() - feedAt
  return age >= 0 && age < feedActive ? feedActive - age : 0
}

/** Calls once, at the earliest of the requested times or, while the feed is active, with its next frame after that. */
export class OneShotTimer {
  #timer: ReturnType<typeof setTimeout> | null = null
  #at = Infinity

  constructor(
    private readonly now: () => number,
    private readonly run: () => void,
    private readonly joinsFeed = true
  ) {}

  at(moment: number): void {
    if (moment >= this.#at) return
    this.stop()
    this.#at = moment
    if (this.joinsFeed) waiting.add(this)
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
    this.#timer = setTimeout(
      () => {
        // Still active: its next frame runs this.
        if (this.joinsFeed && untilQuiet() > 0) this.#wait()
        else this.#runNow()
      },
      Math.max(0, this.#at - this.now(), this.joinsFeed ? untilQuiet() : 0)
    )
  }

  #runNow(): void {
    this.stop()
    this.run()
  }
}
