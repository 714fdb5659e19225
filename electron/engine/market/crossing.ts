import * as v from 'valibot'
import { savedTime } from './saved'

export const savedCrossing = v.object({ since: v.nullable(savedTime), flagged: v.boolean() })
type SavedCrossing = v.InferOutput<typeof savedCrossing>

/** The feed is an aggregate, so a book may be crossed briefly. */
export const crossedDebounce = 1000

/** Detects a book that stays crossed. */
export class Crossing {
  #since: number | null = null
  #flagged = false

  /** Crossed for longer than the debounce time. */
  get flagged(): boolean {
    return this.#flagged
  }

  /** Called after each message and by a timer. @returns whether the flag changed */
  judge(crossed: boolean, now: number): boolean {
    if (!crossed && this.#since === null) return false
    this.#since = crossed ? (this.#since ?? now) : null
    const before = this.#flagged
    this.#flagged = this.#since !== null && now - this.#since >= crossedDebounce
    return this.#flagged !== before
  }

  clear(): void {
    this.#since = null
    this.#flagged = false
  }

  save(): SavedCrossing {
    return { since: this.#since, flagged: this.#flagged }
  }

  restore({ since, flagged }: SavedCrossing): void {
    this.#since = since
    this.#flagged = flagged
  }
}
