import type { Clock } from '#engine/base/clock'
import { ManualClock } from '../sandbox/manual-clock'

/** The same clock as the engine asks for it. */
export class HandClock extends ManualClock implements Clock {
  readonly #begun = this.now()

  wall(): number {
    return this.now()
  }

  monotonic(): number {
    return this.now() - this.#begun
  }
}
