import type { Clock } from '../../base/clock'

/** One rescheduled timer. */
export class Alarm {
  #at = Infinity
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly ring: () => void
  ) {}

  set(milliseconds: number): void {
    this.clear()
    if (milliseconds === Infinity) return
    this.#at = this.clock.monotonic() + Math.max(0, milliseconds)
    this.#cancel = this.clock.later(Math.max(0, milliseconds), () => {
      this.#cancel = null
      this.#at = Infinity
      this.ring()
    })
  }

  /** Keeps an earlier time. */
  atMost(milliseconds: number): void {
    if (this.clock.monotonic() + milliseconds < this.#at) this.set(milliseconds)
  }

  clear(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#at = Infinity
  }
}
