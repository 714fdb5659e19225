import type { SidedExecution } from './messages'

/** Bounded, so that a sandbox can run for weeks. */
export class Tape {
  readonly #trades: SidedExecution[] = []
  #next = 0

  constructor(private readonly capacity: number) {}

  push(trade: SidedExecution): void {
    this.#trades[this.#next] = trade
    this.#next = (this.#next + 1) % this.capacity
  }

  /** Oldest first, at or after the given microsecond. */
  since(time: number): SidedExecution[] {
    const ordered = [...this.#trades.slice(this.#next), ...this.#trades.slice(0, this.#next)]
    return ordered.filter((trade) => trade.message.time >= time)
  }
}
