/** Consecutive unclear snapshots before the service's times count as coarse. */
const maxUnclear = 3

/** Counts snapshots that cannot be ordered relative to an update. */
export class UnclearTimes {
  #inARow = 0
  #isCounted = false

  snapshot(): void {
    if (!this.#isCounted) this.#inARow = 0
    this.#isCounted = false
  }

  /** Counts each snapshot once. Returns whether the book may be wrong. */
  found(): boolean {
    if (!this.#isCounted) this.#inARow += 1
    this.#isCounted = true
    return this.#inARow <= maxUnclear
  }
}
