import type { Clock } from '#sandbox/control/clock'

/** A fault must fail a test, not stop it. */
const maxAtOnce = 10_000

/** Runs timers when a test advances it. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 9, 5, 12)
  #timers: { readonly at: number; readonly run: () => void }[] = []

  now(): number {
    return this.#now
  }

  later(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get waiting(): number {
    return this.#timers.length
  }

  /** Advances without timers, like sleep. */
  jump(milliseconds: number): void {
    this.#now += milliseconds
  }

  advance(milliseconds: number): void {
    const until = this.#now + milliseconds
    for (let atOnce = 0; ;) {
      const due = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((other) => other !== due)
      atOnce = due.at > this.#now ? 0 : atOnce + 1
      if (atOnce > maxAtOnce) throw new Error('A timer starts itself again without a pause.')
      this.#now = Math.max(this.#now, due.at)
      due.run()
    }
    this.#now = until
  }
}
