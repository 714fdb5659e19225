/** A bit set of rows. */
export class RowBits {
  #words: Uint32Array

  constructor(rows = 1024) {
    this.#words = new Uint32Array((rows + 31) >>> 5)
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  add(row: number): void {
    const word = row >>> 5
    if (word >= this.#words.length) this.#grow(word + 1)
    this.#words[word]! |= 1 << (row & 31)
  }

  /** Ignores rows beyond its size. */
  addKnown(row: number): void {
    this.#words[row >>> 5]! |= 1 << (row & 31)
  }

  /** 1 if it contains the row, or 0. */
  bit(row: number): number {
    return (this.#words[row >>> 5]! >>> (row & 31)) & 1
  }

  /** Limited to its size. */
  addAll(other: RowBits): void {
    const words = other.#words
    const end = Math.min(words.length, this.#words.length)
    for (let word = 0; word < end; word += 1) this.#words[word]! |= words[word]!
  }

  /** Intersects; returns the count. */
  keep(other: RowBits): number {
    let count = 0
    for (let word = 0; word < this.#words.length; word += 1) {
      const both = this.#words[word]! & (other.#words[word] ?? 0)
      this.#words[word] = both
      if (both !== 0) count += bitsOf(both)
    }
    return count
  }

  forEach(call: (row: number) => void): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      let left = this.#words[word]!
      while (left !== 0) {
        const lowest = 31 - Math.clz32(left & -left)
        call((word << 5) | lowest)
        left &= left - 1
      }
    }
  }

  #grow(wanted: number): void {
    const words = new Uint32Array(Math.ceil(wanted * 1.25))
    words.set(this.#words)
    this.#words = words
  }
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555)
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
