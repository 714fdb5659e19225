import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** FNV-1a: a stable number for a text, so that every market has a sequence of its own from one seed. */
export function seedFor(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return hash | 0
}

/** Quick draws for the market; a 32-bit draw is exact enough for a shape, and every amount is an integer. */
export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed)
    // Seeds that lie close together start alike; the first draws are thrown away.
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

  /** Mean 0, deviation 1: three uniform draws are near enough to a bell and cost no logarithm. */
  bell(): number {
    return (this.fraction() + this.fraction() + this.fraction() - 1.5) * 2
  }

  /** Many small values and few large ones, with the given mean. */
  exponential(mean: number): number {
    return -Math.log(1 - this.fraction()) * mean
  }
}
