import type { Ticker } from './clock.svelte'
import type { ReplayStore } from './replay.svelte'

/** The time that the window's figures belong to: of its replay, or now. */
export class ShownTime {
  constructor(
    private readonly clock: Ticker,
    private readonly replay: ReplayStore
  ) {}

  /** Milliseconds since the epoch, updated at least once a second. */
  get now(): number {
    return this.replay.active ? this.replay.at : this.clock.now
  }

  /** The same to the millisecond, not reactive. */
  get exact(): number {
    return this.replay.active ? this.replay.position : Date.now()
  }
}
