const room = (length: number) => Math.ceil(length * 1.5) + 1024

/** Integers below 2^32 in four bytes each. */
export class GrowingWords {
  #words = new Uint32Array(1024)
  length = 0

  push(word: number): void {
    this.#grow(this.length + 1)
    this.#words[this.length] = word
    this.length += 1
  }

  at(index: number): number {
    return this.#words[index]!
  }

  /** Cells in between are 0. */
  set(index: number, word: number): void {
    this.#grow(index + 1)
    this.#words[index] = word
    if (index >= this.length) this.length = index + 1
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  #grow(wanted: number): void {
    if (wanted <= this.#words.length) return
    const words = new Uint32Array(room(wanted))
    words.set(this.#words)
    this.#words = words
  }
}

export class GrowingNumbers {
  #numbers = new Float64Array(1024)
  length = 0

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const numbers = new Float64Array(room(this.length))
      numbers.set(this.#numbers)
      this.#numbers = numbers
    }
    this.#numbers[this.length] = number
    this.length += 1
  }

  at(index: number): number {
    return this.#numbers[index]!
  }

  get bytes(): number {
    return this.#numbers.byteLength
  }
}
