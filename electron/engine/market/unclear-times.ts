/** After this many unclear snapshots in a row the times of the service are known to be coarse. */
const maxUnclear = 3

/** Counts snapshots whose time could not be told from that of an update. */
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
