import { fail, type ProblemError } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import type { Clock, Random } from '../clock'
import { pause } from './waiting'

/** Where the service does not say how long: doubled with each refusal, up to the longest. */
const firstHold = 1000
const maxHold = 60_000
/** A request waits so long for its turn; where more is left it fails at once and says so. */
const patience = 30_000
/** Those who waited go on one after the other, not all in the same instant. */
const spread = 500

/**
 * One for everything that goes to a service: tokens, REST and handshakes. Whoever is asked to slow down slows all of
 * them, as the service counts by address and not by kind of request.
 */
export class BackOff {
  #until = Number.NEGATIVE_INFINITY
  #refusals = 0

  constructor(
    private readonly clock: Clock,
    private readonly random: Random
  ) {}

  /** Milliseconds until something may be sent. */
  get remaining(): number {
    return Math.max(0, this.#until - this.clock.monotonic())
  }

  /** The service asks for fewer requests: for so long, or for a while that grows. */
  slowDown(milliseconds: number | null): void {
    const own = Math.min(firstHold * 2 ** this.#refusals, maxHold)
    this.#refusals += 1
    const hold = milliseconds ?? own * (0.5 + this.random() / 2)
    this.#until = Math.max(this.#until, this.clock.monotonic() + hold)
  }

  /** The service answers again as it should. */
  relax(): void {
    this.#refusals = 0
  }

  /** Resolves when something may be sent. */
  async ready(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    let waited = false
    for (let left = this.remaining; left > 0; left = this.remaining) {
      if (left > patience) throw this.problem()
      await pause(this.clock, left, signal)
      waited = true
    }
    if (waited) await pause(this.clock, this.random() * spread, signal)
  }

  problem(): ProblemError {
    return fail('service.busy', networkText.busy(this.remaining), { retryable: true })
  }
}
