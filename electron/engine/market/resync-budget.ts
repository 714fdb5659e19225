import * as v from 'valibot'
import { savedTime, saveTime } from './saved'

const firstSpacing = 5000
const maxSpacing = 60_000
/** After this long without a resync there is no delay. */
const forgiveness = 120_000

export const savedBudget = v.object({ last: v.nullable(savedTime), spacing: savedTime })
type SavedBudget = v.InferOutput<typeof savedBudget>

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

  save(): SavedBudget {
    return { last: saveTime(this.#last), spacing: this.#spacing }
  }

  restore({ last, spacing }: SavedBudget): void {
    this.#last = last ?? -Infinity
    this.#spacing = spacing
  }
}
