/** The feed is an aggregate, so a book may be crossed for a moment and be right. */
export const crossedDebounce = 1000

/** Tells a book that stays crossed from one that was so in passing. */
export class Crossing {
  #since: number | null = null
  #flagged = false

  /** Crossed for longer than a moment. */
  get flagged(): boolean {
    return this.#flagged
  }

  /**
   * Judged after each whole message, and by a timer, since a crossed market may be quiet.
   * @returns whether the flag has changed
   */
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
}
