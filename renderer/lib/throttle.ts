import { OneShotTimer } from './one-shot-timer'

/** Runs at once, and then no more often than every `pause` milliseconds; the last call is never lost. */
export class Throttle {
  readonly #timer: OneShotTimer
  #ranAt = -Infinity

  constructor(
    private readonly now: () => number,
    private readonly pause: number,
    private readonly run: () => void
  ) {
    this.#timer = new OneShotTimer(now, () => this.atOnce())
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
