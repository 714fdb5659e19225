import { fail, type ProblemError } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import type { Clock, Random } from '../clock'
import { pause } from './waiting'

/** The initial wait, doubled with each refusal. */
const firstHold = 1000
const maxHold = 60_000
/** The maximum wait; longer waits fail at once. */
const patience = 30_000
/** Spreads waiting requests. */
const spread = 500

/** Shared by tokens, REST and handshakes of a service, because the service counts requests by address. */
export class BackOff {
  #until = Number.NEGATIVE_INFINITY
  #refusals = 0

  constructor(
    private readonly clock: Clock,
    private readonly random: Random
  ) {}

  get remaining(): number {
    return Math.max(0, this.#until - this.clock.monotonic())
  }

  /** Null doubles the wait. */
  slowDown(milliseconds: number | null): void {
    const own = Math.min(firstHold * 2 ** this.#refusals, maxHold)
    this.#refusals += 1
    const hold = milliseconds ?? own * (0.5 + this.random() / 2)
    this.#until = Math.max(this.#until, this.clock.monotonic() + hold)
  }

  relax(): void {
    this.#refusals = 0
  }

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
