/**
 * The order of things that lie in numbered slots. Nearly all come in at the end and go at the start, where neither
 * moves anything; in between, one block of memory moves.
 */
export class OrderedSlots {
  #slots: Int32Array
  #start = 0
  #end = 0

  constructor(capacity: number) {
    this.#slots = new Int32Array(Math.max(capacity, 1) * 2)
  }

  get count(): number {
    return this.#end - this.#start
  }

  at(index: number): number {
    return this.#slots[this.#start + index]!
  }

  get first(): number {
    return this.#slots[this.#start]!
  }

  append(slot: number): void {
    if (this.#end === this.#slots.length) this.#makeRoom()
    this.#slots[this.#end++] = slot
  }

  insert(index: number, slot: number): void {
    if (this.#end === this.#slots.length) this.#makeRoom()
    const place = this.#start + index
    this.#slots.copyWithin(place + 1, place, this.#end)
    this.#slots[place] = slot
    this.#end += 1
  }

  remove(index: number): void {
    if (index === 0) {
      this.#start += 1
      return
    }
    const place = this.#start + index
    this.#slots.copyWithin(place, place + 1, this.#end)
    this.#end -= 1
  }

  /** The first index, of all that are sorted this way, at which `isAfter` is true; the count where it nowhere is. */
  search(isAfter: (slot: number) => boolean): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isAfter(this.at(middle))) high = middle
      else low = middle + 1
    }
    return low
  }

  #makeRoom(): void {
    const count = this.count
    const target = count * 2 > this.#slots.length ? new Int32Array(this.#slots.length * 2) : this.#slots
    target.set(this.#slots.subarray(this.#start, this.#end))
    this.#slots = target
    this.#start = 0
    this.#end = count
  }
}
