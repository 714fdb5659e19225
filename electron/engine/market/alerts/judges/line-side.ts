import type { PriceCondition } from '#shared/domain/market/alerts/index'

/**
 * Which side of a line a price is on. Reaching the line counts as crossing it, and moving on does not cross again. A price
 * beyond the line at first has not crossed.
 */
export class LineSide {
  way: 'upwards' | 'downwards' = 'upwards'
  /** -1 below, 1 above, 0 unknown. */
  #side = 0
  #touched = false

  constructor(private readonly direction: PriceCondition['direction']) {}

  /** @param compared the price compared with the line */
  crosses(compared: number): boolean {
    const from = this.#side
    const reached = Math.sign(compared)
    if (reached === from) {
      this.#touched = false
      return false
    }
    const counted = this.#touched
    this.#touched = reached === 0 && from !== 0
    if (reached !== 0) this.#side = reached
    if (from === 0 || counted) return false
    this.way = from < 0 ? 'upwards' : 'downwards'
    return this.direction === 'either' || (this.direction === 'up') === from < 0
  }

  reset(): void {
    this.#side = 0
    this.#touched = false
  }
}
