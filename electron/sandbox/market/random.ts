import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** FNV-1a, for one sequence per market from one seed. */
export function seedFor(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}

/** Fast draws with 32 bits. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed)
    // Similar seeds start with similar numbers.
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

  /** Mean 0, deviation 1, approximated by three uniform draws. */
  bell(): number {
    return (this.fraction() + this.fraction() + this.fraction() - 1.5) * 2
  }

  /** Exponential distribution with the given mean. */
  exponential(mean: number): number {
    return -Math.log(1 - this.fraction()) * mean
  }
}
