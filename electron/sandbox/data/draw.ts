/** A hash from 0 to 2^32 - 1 of its arguments. */
export function mix(seed: number, field: number, index: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(field + 1, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ index
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

export class Draw {
  readonly #seed: number
  readonly #field: number
  #position: number

  constructor(seed: number, field: number, index: number) {
    this.#seed = seed
    this.#field = field
    this.#position = mix(seed, field, index)
  }

  next(): number {
    this.#position = (this.#position + 1) >>> 0
    return mix(this.#seed, this.#field, this.#position)
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * limit)
  }

  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
