import type { Clock } from '#engine/base/clock'

interface Timer {
  readonly at: number
  readonly order: number
  readonly call: () => void
}

/** More calls per turn mean an endless timer. */
const maxCalls = 20_000

/** Simulated milliseconds per turn of the event loop. */
const maxTurn = 40

/** Times are whole in nanoseconds and exact in doubles, so that the log's times equal the clock's. */
const exact = (milliseconds: number) => Math.floor(milliseconds * 64) / 64

/** Accelerated time that stops while the machine is blocked, so that no limit expires because of it. */
export class VirtualTime {
  #now = 0
  #last = performance.now()
  #order = 0
  #timers: Timer[] = []
  #turn: NodeJS.Timeout
  #tracing = false
  #lastSet = ''

  constructor(private readonly factor: number) {
    this.#turn = setTimeout(() => this.#pass(), 1)
  }

  get now(): number {
    return this.#now
  }

  schedule(milliseconds: number, call: () => void): () => boolean {
    // Like a real timer.
    const timer = { at: exact(this.#now + Math.max(1, milliseconds)), order: this.#order++, call }
    this.#timers.push(timer)
    if (this.#tracing) this.#lastSet = new Error('set').stack ?? ''
    return () => {
      const before = this.#timers.length
      this.#timers = this.#timers.filter((other) => other !== timer)
      return this.#timers.length < before
    }
  }

  stop(): void {
    clearTimeout(this.#turn)
  }

  #pass(): void {
    const real = performance.now()
    const until = exact(this.#now + Math.min((real - this.#last) * this.factor, maxTurn))
    this.#last = real
    for (let calls = 0; ; calls += 1) {
      if (calls > maxCalls) throw new Error(`A timer is set again endlessly: ${this.#lastSet}`)
      this.#tracing = calls > maxCalls - 10
      const due = this.#timers
        .filter(({ at }) => at <= until)
        .sort((one, other) => one.at - other.at || one.order - other.order)[0]
      if (!due) break
      this.#timers = this.#timers.filter((other) => other !== due)
      this.#now = Math.max(this.#now, due.at)
      due.call()
    }
    this.#now = until
    this.#turn = setTimeout(() => this.#pass(), 1)
  }
}

/** One party's clock, which counts its pending timers. */
export class FastClock implements Clock {
  readonly #epoch = Date.now()
  #pending = 0

  constructor(private readonly time: VirtualTime) {}

  get pending(): number {
    return this.#pending
  }

  monotonic(): number {
    return this.time.now
  }

  wall(): number {
    return this.#epoch + this.time.now
  }

  /** For the sandbox. */
  now(): number {
    return this.wall()
  }

  later(milliseconds: number, call: () => void): () => void {
    this.#pending += 1
    const cancel = this.time.schedule(milliseconds, () => {
      this.#pending -= 1
      call()
    })
    return () => {
      if (cancel()) this.#pending -= 1
    }
  }
}
