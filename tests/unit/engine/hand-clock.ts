import type { Clock } from '#engine/base/clock'
import { ManualClock } from '../sandbox/manual-clock'

export class HandClock extends ManualClock implements Clock {
  readonly #begun = this.now()

  wall(): number {
    return this.now()
  }

  monotonic(): number {
    return this.now() - this.#begun
  }
}
