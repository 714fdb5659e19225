/** The sorted rows; new ones are merged on the next read. */
export class RowOrder {
  #sorted = new Uint32Array(0)
  #indexes = new Uint32Array(0)
  #waiting: number[] = []

  constructor(private readonly compare: (one: number, other: number) => number) {}

  get bytes(): number {
    return this.#sorted.byteLength + this.#indexes.byteLength + this.#waiting.length * 8
  }

  add(row: number): void {
    this.#waiting.push(row)
  }

  /** Including gone rows. */
  rows(): Uint32Array {
    if (this.#waiting.length > 0) this.#merge()
    return this.#sorted
  }

  /** The index by row. */
  indexes(): Uint32Array {
    const sorted = this.rows()
    if (this.#indexes.length !== sorted.length) {
      this.#indexes = new Uint32Array(sorted.length)
      for (let index = 0; index < sorted.length; index += 1) this.#indexes[sorted[index]!] = index
    }
    return this.#indexes
  }

  #merge(): void {
    const fresh = Uint32Array.from(this.#waiting)
    this.#waiting = []
    this.#sort(fresh)
    const old = this.#sorted
    const merged = new Uint32Array(old.length + fresh.length)
    let left = 0
    let right = 0
    // Pages are sorted, and most come before all existing rows.
    if (old.length > 0 && this.compare(fresh.at(-1)!, old[0]!) < 0) {
      merged.set(fresh)
      merged.set(old, fresh.length)
      left = old.length
      right = fresh.length
    }
    for (let index = left + right; index < merged.length; index += 1) {
      const takeOld =
        right === fresh.length || (left < old.length && this.compare(old[left]!, fresh[right]!) < 0)
      merged[index] = takeOld ? old[left++]! : fresh[right++]!
    }
    this.#sorted = merged
    this.#indexes = new Uint32Array(0)
  }

  /** Pages are sorted one way or the other, and the file usually is. */
  #sort(rows: Uint32Array): void {
    let rises = 0
    for (let index = 1; index < rows.length; index += 1) {
      if (this.compare(rows[index - 1]!, rows[index]!) < 0) rises += 1
    }
    if (rises === 0) rows.reverse()
    else if (rises < rows.length - 1) rows.sort(this.compare)
  }
}
