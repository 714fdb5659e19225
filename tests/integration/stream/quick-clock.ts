import type { Clock } from '#engine/base/clock'

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** Milliseconds per turn of the event loop. */
const maxTurn = 50

/** Accelerated time for engine and sandbox, which stops while the machine is blocked. */
export class QuickClock implements Clock {
  readonly #epoch = Date.now()
  #now = 0
  #last = performance.now()
  #timers: Timer[] = []
  #turn: NodeJS.Timeout

  constructor(private readonly factor: number) {
    this.#turn = setTimeout(() => this.#pass(), 1)
  }

  get pending(): number {
    return this.#timers.length
  }

  monotonic(): number {
    return this.#now
  }

  wall(): number {
    return this.#epoch + this.#now
  }

  now(): number {
    return this.wall()
  }

  later(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, milliseconds), call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  stop(): void {
    clearTimeout(this.#turn)
  }

  #pass(): void {
    const real = performance.now()
    const until = this.#now + Math.min((real - this.#last) * this.factor, maxTurn)
    this.#last = real
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((other) => other !== due)
      this.#now = Math.max(this.#now, due.at)
      due.call()
    }
    this.#now = until
    this.#turn = setTimeout(() => this.#pass(), 1)
  }
}
