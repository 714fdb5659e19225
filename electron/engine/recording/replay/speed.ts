/** Milliseconds. */
const window = 1000

interface Sample {
  /** Monotonic. */
  readonly real: number
  readonly played: number
}

/** How fast the recording really passed over the last second. */
export class ReachedSpeed {
  #samples: Sample[] = []
  #played = 0

  reset(): void {
    this.#samples = []
  }

  /** @param milliseconds of the recording since the last call */
  passed(milliseconds: number, real: number): void {
    this.#played += milliseconds
    this.#samples.push({ real, played: this.#played })
    while (this.#samples.length > 2 && this.#samples[1]!.real <= real - window) this.#samples.shift()
  }

  /** Null until it is known. */
  get value(): number | null {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (!first || !last || last.real <= first.real) return null
    return (last.played - first.played) / (last.real - first.real)
  }
}

const buckets = 20
const bucket = window / buckets

/** Messages within the last second of the recording. */
export class RecordedRate {
  readonly #counts = new Float64Array(buckets)
  #newest = -Infinity

  reset(): void {
    this.#counts.fill(0)
    this.#newest = -Infinity
  }

  /** @param at milliseconds since the epoch */
  count(at: number): void {
    this.advanceTo(at)
    this.#counts[this.#newest % buckets]! += 1
  }

  advanceTo(at: number): void {
    const number = Math.floor(at / bucket)
    if (number - this.#newest >= buckets) this.#counts.fill(0)
    else for (let next = this.#newest + 1; next <= number; next++) this.#counts[next % buckets] = 0
    this.#newest = Math.max(this.#newest, number)
  }

  get value(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }
}
