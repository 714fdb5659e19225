import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Deterministic for a seed. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed)
    // Similar seeds start alike.
    for (let index = 0; index < 32; index += 1) this.#generator.next()
  }

  /** In [0, 1). */
  fraction(): number {
    return (this.#generator.next() >>> 0) / 0x1_0000_0000
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.fraction()) * mean
  }
}
