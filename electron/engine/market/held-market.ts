import type { Clock } from '../base/clock'
import type { TrackedMarket } from './tracked-market'

const usualLinger = 3000

interface HeldPorts {
  readonly clock: Clock
  /** Milliseconds until it is removed once it has no holder; 0 means at once. */
  readonly linger: number | undefined
  readonly remove: () => void
  /** Called when it is removed. */
  readonly detach: (() => void) | undefined
}

/** A market of the hub, subscribed once for all its holders. */
export class HeldMarket {
  /** Holders that draw it. */
  drawers = 0
  /** Monotonic. */
  refusedAt = 0
  #holders = 0
  #isRemoved = false
  /** Delayed, because the next window may request it at once. */
  #cancelRemoval: (() => void) | null = null

  constructor(
    readonly market: TrackedMarket,
    private readonly ports: HeldPorts
  ) {}

  get hasHolders(): boolean {
    return this.#holders > 0
  }

  /** Returns the function that releases it. */
  hold(drawn: boolean): () => void {
    this.#holders += 1
    if (drawn) this.drawers += 1
    this.stay()
    let released = false
    return () => {
      if (released) return
      released = true
      this.#holders -= 1
      if (drawn) this.drawers -= 1
      if (this.#holders > 0 || this.#isRemoved) return
      const { clock, linger = usualLinger, remove } = this.ports
      if (linger === 0) remove()
      else this.#cancelRemoval = clock.later(linger, remove)
    }
  }

  /** Cancels its removal. */
  stay(): void {
    this.#cancelRemoval?.()
    this.#cancelRemoval = null
  }

  /** @param quietFor milliseconds without data */
  removed(quietFor: number): void {
    this.#isRemoved = true
    this.stay()
    this.market.lost(quietFor)
    this.ports.detach?.()
  }
}
