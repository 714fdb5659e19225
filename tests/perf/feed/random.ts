import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Draws from one seed, so that every run measures the very same frames. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed)
    // Seeds that lie close together start alike.
    for (let index = 0; index < 32; index += 1) this.#generator.next()
  }

  /** At least 0 and below 1. */
  fraction(): number {
    return (this.#generator.next() >>> 0) / 0x1_0000_0000
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.fraction()) * mean
  }
}
