import type { Clock } from '../../base/clock'
import { pause } from '../../base/http'

/** One a second is the service's limit; requests may arrive a little closer together than they were sent. */
const spacing = 1100

/** Token requests go one after the other, never in a rush, whatever asks for them. */
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
