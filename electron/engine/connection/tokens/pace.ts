import type { Clock } from '../../base/clock'
import { pause } from '../../base/http'

/** The service allows one a second, as they arrive. */
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

  /** The request may have arrived long after its turn began. */
  answered(): void {
    this.#next = this.clock.monotonic() + spacing
  }

  get #left(): number {
    return this.#next - this.clock.monotonic()
  }
}
