import type { Clock } from '../../base/clock'

/** Only a damaged log has a longer time without an item. */
const maxPassed = 86_400_000

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** Time that passes only in `advanceTo`. */
export class ReplayClock implements Clock {
  #timers: Timer[] = []
  #nextAt = Infinity

  /** @param epoch milliseconds since the epoch at monotonic zero */
  constructor(
    public epoch: number,
    private now = 0
  ) {}

  monotonic(): number {
    return this.now
  }

  wall(): number {
    return this.epoch + this.now
  }

  later(milliseconds: number, call: () => void): () => void {
    return this.callAt(this.now + Math.max(1, milliseconds), call)
  }

  /** Exact, unlike a difference of times. */
  callAt(at: number, call: () => void): () => void {
    const timer = { at, call }
    this.#set([...this.#timers, timer])
    return () => this.#set(this.#timers.filter((other) => other !== timer))
  }

  /** Calls what is due on the way, in order. */
  advanceTo(at: number): void {
    this.now = Math.max(this.now, at - maxPassed)
    while (this.#nextAt <= at) {
      const due = this.#timers.find((timer) => timer.at === this.#nextAt)!
      this.#set(this.#timers.filter((other) => other !== due))
      this.now = Math.max(this.now, due.at)
      due.call()
    }
    this.now = Math.max(this.now, at)
  }

  #set(timers: Timer[]): void {
    this.#timers = timers
    this.#nextAt = timers.reduce((min, { at }) => Math.min(min, at), Infinity)
  }
}
