/**
 * The order of items in numbered slots. Nearly all are added at the end and removed at the start, without moving
 * others.
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
    const position = this.#start + index
    this.#slots.copyWithin(position + 1, position, this.#end)
    this.#slots[position] = slot
    this.#end += 1
  }

  remove(index: number): void {
    if (index === 0) {
      this.#start += 1
      return
    }
    const position = this.#start + index
    this.#slots.copyWithin(position, position + 1, this.#end)
    this.#end -= 1
  }

  /** Binary search: the first index for which `isAfter` is true, or the count. */
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
