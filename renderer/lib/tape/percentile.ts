import { compareSizes, type Size } from './sizes'

/** The number of sizes before a percentile is meaningful. */
export const fewest = 20

/** The latest sizes, also sorted by size, and one of them by its rank. */
export class RollingSizes {
  readonly #ring: Size[] = []
  readonly #sorted: Size[] = []
  #next = 0

  constructor(private readonly capacity: number) {}

  get count(): number {
    return this.#sorted.length
  }

  push(size: Size): void {
    if (this.#ring.length === this.capacity) this.#remove(this.#ring[this.#next]!)
    this.#ring[this.#next] = size
    this.#next = (this.#next + 1) % this.capacity
    this.#sorted.splice(this.#placeOf(size), 0, size)
  }

  /** The smallest size that at least this many thousandths of them do not exceed (nearest rank). */
  atThousandths(thousandths: number): Size | null {
    const rank = Math.ceil((thousandths * this.count) / 1000)
    return this.#sorted[Math.max(0, rank - 1)] ?? null
  }

  #remove(size: Size): void {
    let place = this.#placeOf(size)
    while (this.#sorted[place] !== size) place += 1
    this.#sorted.splice(place, 1)
  }

  /** The first index whose size is not smaller. */
  #placeOf(size: Size): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareSizes(this.#sorted[middle]!, size) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
