const firstSpacing = 5000
const maxSpacing = 60_000
/** After this long without a resync there is no delay. */
const forgiveness = 120_000

/** Frequent resyncs are delayed, because each costs the service a snapshot. */
export class ResyncBudget {
  #last = -Infinity
  #spacing = firstSpacing

  take(now: number): boolean {
    if (now - this.#last < this.#spacing) return false
    this.#spacing = now - this.#last > forgiveness ? firstSpacing : Math.min(this.#spacing * 2, maxSpacing)
    this.#last = now
    return true
  }
}
