const firstSpacing = 5000
const maxSpacing = 60_000
/** So long without a resync, and the next one is as welcome as the first. */
const forgiveness = 120_000

/** A resync costs the service a whole snapshot: the more often a market asks, the longer it waits. */
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
