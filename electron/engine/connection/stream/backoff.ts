import type { Random } from '../../base/clock'

interface BackoffOptions {
  readonly backoffBase: number
  readonly backoffCap: number
  readonly maxConnects: number
}

const minute = 60_000
/** Failures that still count after a connection with data: the wait is then at most 8 s. */
const failuresAfterData = 4

/** Full jitter, and a limit per minute, to prevent reconnect storms. */
export class Backoff {
  #failures = 0
  #connects: number[] = []

  constructor(
    private readonly options: BackoffOptions,
    private readonly random: Random
  ) {}

  get failures(): number {
    return this.#failures
  }

  /** @param at the monotonic time of a handshake */
  connecting(at: number): void {
    this.#connects.push(at)
    this.#connects = this.#connects.filter((earlier) => earlier > at - minute)
  }

  /** Within the limit per minute. */
  free(at: number): boolean {
    return this.#freeAt <= at
  }

  /** @param hint the minimum requested by the service, in milliseconds */
  next(at: number, hint: number): number {
    const { backoffBase, backoffCap } = this.options
    const max = Math.min(backoffCap, backoffBase * 2 ** Math.min(this.#failures, 30))
    this.#failures += 1
    const jitter = this.random() * max
    return Math.max(hint > 0 ? hint + Math.min(jitter, hint / 2) : jitter, this.#freeAt - at)
  }

  get #freeAt(): number {
    return (this.#connects.at(-this.options.maxConnects) ?? -Infinity) + minute
  }

  broughtData(): void {
    this.#failures = Math.min(this.#failures, failuresAfterData)
  }

  reset(): void {
    this.#failures = 0
  }
}
