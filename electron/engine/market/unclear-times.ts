import * as v from 'valibot'
import { savedCount } from './saved'

/** Consecutive unclear snapshots before the service's times count as coarse. */
const maxUnclear = 3

export const savedUnclearTimes = v.object({ inARow: savedCount, isCounted: v.boolean() })
type SavedUnclearTimes = v.InferOutput<typeof savedUnclearTimes>

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

  save(): SavedUnclearTimes {
    return { inARow: this.#inARow, isCounted: this.#isCounted }
  }

  restore({ inARow, isCounted }: SavedUnclearTimes): void {
    this.#inARow = inARow
    this.#isCounted = isCounted
  }
}
