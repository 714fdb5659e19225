import type { Clock } from '../base/clock'
import type { SavedMarkets } from './saved-markets'

export const tickMilliseconds = 250
/** Ticks this far apart mean that the computer slept. */
const sleptAfter = 5000

/** The pulse of a hub, which also shows that the computer slept. */
export class HubTicks {
  /** On the wall clock. */
  #tickedAt = 0
  #due = 0
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    /** Returns whether there is another tick. */
    private readonly onTick: () => boolean
  ) {}

  start(): void {
    if (!this.#cancel) this.#next()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  /** Milliseconds of sleep since the last look, or 0. */
  slept(): number {
    const wall = this.clock.wall()
    const passed = wall - this.#tickedAt
    this.#tickedAt = wall
    return passed < sleptAfter ? 0 : passed
  }

  save(): Pick<SavedMarkets, 'tickedAt' | 'tickDue'> {
    return { tickedAt: this.#tickedAt, tickDue: this.#cancel ? this.#due : null }
  }

  /** @param callAt like the clock's `later`, with a monotonic time */
  restore(
    { tickedAt, tickDue }: Pick<SavedMarkets, 'tickedAt' | 'tickDue'>,
    callAt: (at: number, call: () => void) => () => void
  ): void {
    this.stop()
    this.#tickedAt = tickedAt
    if (tickDue === null) return
    this.#due = tickDue
    this.#cancel = callAt(tickDue, () => this.#tick())
  }

  #next(): void {
    this.#tickedAt = this.clock.wall()
    this.#due = this.clock.monotonic() + tickMilliseconds
    this.#cancel = this.clock.later(tickMilliseconds, () => this.#tick())
  }

  #tick(): void {
    if (this.onTick()) this.#next()
    else this.#cancel = null
  }
}
