import type { Clock } from '../../base/clock'
import { pause } from '../../base/http'

/** The service allows one a second; requests may arrive closer together than they were sent. */
const spacing = 1100

/** Token requests run one at a time. */
export class Pace {
  #next = Number.NEGATIVE_INFINITY

  constructor(private readonly clock: Clock) {}

  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    for (let left = this.#left; left > 0; left = this.#left) await pause(this.clock, left, signal)
    this.#next = this.clock.monotonic() + spacing
  }

  get #left(): number {
    return this.#next - this.clock.monotonic()
  }
}
