/** Greater than every slot. */
export const noSlot = 0x3fff_ffff

/**
 * One bit per slot, and one bit per non-empty word above it, so that the next level is found in a few steps. Counting
 * bits is cheaper than an unpredictable branch.
 */
export class Occupancy {
  /** Read-only. */
  words = new Int32Array(0)
  #summary = new Int32Array(0)

  /** The number of slots is a multiple of 1024, or 0. */
  reset(slots: number): void {
    if (this.words.length === slots >> 5) {
      this.words.fill(0)
      this.#summary.fill(0)
      return
    }
    this.words = new Int32Array(slots >> 5)
    this.#summary = new Int32Array(slots >> 10)
  }

  /** 1 if it is new, else 0. */
  add(slot: number): number {
    const word = slot >> 5
    const before = this.words[word]!
    this.words[word] = before | (1 << (slot & 31))
    this.#summary[word >> 5]! |= 1 << (word & 31)
    return (~before >>> (slot & 31)) & 1
  }

  /** 1 if it existed, else 0. */
  remove(slot: number): number {
    const word = slot >> 5
    const before = this.words[word]!
    const after = before & ~(1 << (slot & 31))
    this.words[word] = after
    if (after === 0) this.#summary[word >> 5]! &= ~(1 << (word & 31))
    return (before >>> (slot & 31)) & 1
  }

  has(slot: number): boolean {
    return ((this.words[slot >> 5]! >>> (slot & 31)) & 1) === 1
  }

  next(slot: number): number {
    const { words } = this
    const word = slot >> 5
    if (word >= words.length) return noSlot
    const here = words[word]! & (-1 << (slot & 31))
    if (here !== 0) return (word << 5) | lowest(here)
    const summary = this.#summary
    // A shift by 32 is a no-op, hence two shifts.
    let block = word >> 5
    let filled = summary[block]! & ((-1 << (word & 31)) << 1)
    while (filled === 0) {
      block += 1
      if (block >= summary.length) return noSlot
      filled = summary[block]!
    }
    const found = (block << 5) | lowest(filled)
    return (found << 5) | lowest(words[found]!)
  }
}

export const lowest = (bits: number) => 31 - Math.clz32(bits & -bits)
