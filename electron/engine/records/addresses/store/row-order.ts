/** The rows in order. What comes page by page is put in when the order is next asked for. */
export class RowOrder {
  #sorted = new Uint32Array(0)
  #places = new Uint32Array(0)
  #waiting: number[] = []

  constructor(private readonly compare: (one: number, other: number) => number) {}

  get bytes(): number {
    return this.#sorted.byteLength + this.#places.byteLength + this.#waiting.length * 8
  }

  add(row: number): void {
    this.#waiting.push(row)
  }

  /** All rows that were ever added, the gone ones too. */
  rows(): Uint32Array {
    if (this.#waiting.length > 0) this.#merge()
    return this.#sorted
  }

  /** By row, its place among them. */
  places(): Uint32Array {
    const sorted = this.rows()
    if (this.#places.length !== sorted.length) {
      this.#places = new Uint32Array(sorted.length)
      for (let place = 0; place < sorted.length; place += 1) this.#places[sorted[place]!] = place
    }
    return this.#places
  }

  #merge(): void {
    const fresh = Uint32Array.from(this.#waiting)
    this.#waiting = []
    fresh.sort(this.compare)
    const old = this.#sorted
    const merged = new Uint32Array(old.length + fresh.length)
    let left = 0
    let right = 0
    // Pages come in order: most of them belong before all that is there.
    if (old.length > 0 && this.compare(fresh.at(-1)!, old[0]!) < 0) {
      merged.set(fresh)
      merged.set(old, fresh.length)
      left = old.length
      right = fresh.length
    }
    for (let place = left + right; place < merged.length; place += 1) {
      const takeOld =
        right === fresh.length || (left < old.length && this.compare(old[left]!, fresh[right]!) < 0)
      merged[place] = takeOld ? old[left++]! : fresh[right++]!
    }
    this.#sorted = merged
    this.#places = new Uint32Array(0)
  }
}
