import { OneShotTimer } from './one-shot-timer'

/** Milliseconds between repaints of figures to be read: with each frame of a feed that sends five a second. */
export const repaintPause = 180

/** Runs at once, then at most every `pause` milliseconds; the last call is never lost. */
export class Throttle {
  readonly #timer: OneShotTimer
  #ranAt = -Infinity

  constructor(
    private readonly run: () => void,
    private readonly pause: number,
    private readonly now: () => number = () => performance.now(),
    /** False for what follows the pointer. */
    joinsFeed = true
  ) {
    this.#timer = new OneShotTimer(now, () => this.atOnce(), joinsFeed)
  }

  call = (): void => {
    const due = this.#ranAt + this.pause
    if (this.now() >= due) this.atOnce()
    else this.#timer.at(due)
  }

  atOnce(): void {
    this.#timer.stop()
    this.#ranAt = this.now()
    this.run()
  }

  stop(): void {
    this.#timer.stop()
  }
}
