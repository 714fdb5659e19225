/** A generator with a single number as state, for reproducible frames. */
export class FuzzRandom {
  #state: number

  constructor(seed: number, index = 0) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0
    // Decorrelates adjacent seeds.
    this.below(2)
    this.below(2)
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)]!
  }

  digits(count: number): string {
    let text = ''
    while (text.length < count) text += String(this.below(10))
    return text
  }

  shuffled<Item>(list: readonly Item[]): Item[] {
    const items = [...list]
    for (let last = items.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1)
      const item = items[last]!
      items[last] = items[other]!
      items[other] = item
    }
    return items
  }
}
