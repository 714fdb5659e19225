import type { Clock } from '../control/clock'

/** Older messages are skipped, so that sleep causes no flood. */
const maxOwedMilliseconds = 250
const minInterval = 4
const maxInterval = 100

/** Publishes at a steady rate, counted since the start so that late timers do not lower it. */
export class Pacer {
  #since = 0
  #emitted = 0
  #stop: (() => void) | null = null

  /** @param emit publishes about that many messages and returns the number */
  constructor(
    private readonly clock: Clock,
    readonly rate: number,
    private readonly emit: (count: number, from: number, until: number) => number
  ) {}

  get running(): boolean {
    return this.#stop !== null
  }

  start(): void {
    if (this.#stop) return
    this.#since = this.clock.now()
    this.#emitted = 0
    this.#tick(this.#since)
  }

  stop(): void {
    this.#stop?.()
    this.#stop = null
  }

  #tick(last: number): void {
    const interval = Math.min(maxInterval, Math.max(minInterval, 1000 / this.rate))
    this.#stop = this.clock.later(interval, () => {
      const now = this.clock.now()
      if (now < last || now - last > maxOwedMilliseconds) {
        // The clock was set or the computer slept: restart.
        this.#since = now - interval
        this.#emitted = 0
        last = now - interval
      }
      const due = Math.floor(((now - this.#since) * this.rate) / 1000) - this.#emitted
      this.#tick(now)
      if (due > 0) this.#emitted += this.emit(due, last, now)
      if (now - this.#since > 60_000) {
        // Keeps the sums exact.
        this.#since += 60_000
        this.#emitted -= this.rate * 60
      }
    })
  }
}
