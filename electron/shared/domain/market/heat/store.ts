import { heatBins, type HeatColumn } from './column'
import { bookFigures } from './figure-names'
import { codeOf, sizeOf } from './sizes'

const firstRoom = 32
const figuresAt = 7
const headCells = figuresAt + bookFigures.length

/** As they are kept, so that another process can send them. */
export interface StoredColumns {
  readonly heads: Float64Array<ArrayBuffer>
  readonly codes: Uint16Array<ArrayBuffer>
}

/** Finished columns, oldest first; grows up to its limit. */
export class ColumnStore {
  #heads = new Float64Array(0)
  #codes = new Uint16Array(0)
  #oldest = 0
  #count = 0

  constructor(private readonly limit: number) {}

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#heads.byteLength + this.#codes.byteLength
  }

  start(index: number): number {
    return this.#heads[this.#positionOf(index) * headCells]!
  }

  push(column: HeatColumn): void {
    if (this.#count < this.limit) this.#grow()
    else this.#oldest = (this.#oldest + 1) % this.limit
    this.#count = Math.min(this.limit, this.#count + 1)
    const position = this.#positionOf(this.#count - 1)
    const { start, seen, bin, first, bid, ask, figured, figures, sizes } = column
    this.#heads.set([start, seen, bin, first, bid, ask, figured, ...figures], position * headCells)
    const from = position * heatBins
    for (let at = 0; at < heatBins; at += 1) this.#codes[from + at] = codeOf(sizes[at]!)
  }

  read(index: number, into: HeatColumn): void {
    const position = this.#positionOf(index)
    const head = position * headCells
    into.start = this.#heads[head]!
    into.seen = this.#heads[head + 1]!
    into.bin = this.#heads[head + 2]!
    into.first = this.#heads[head + 3]!
    into.bid = this.#heads[head + 4]!
    into.ask = this.#heads[head + 5]!
    into.figured = this.#heads[head + 6]!
    into.figures.set(this.#heads.subarray(head + figuresAt, head + headCells))
    const from = position * heatBins
    for (let at = 0; at < heatBins; at += 1) into.sizes[at] = sizeOf(this.#codes[from + at]!)
  }

  /** Copies, oldest first. */
  save(): StoredColumns {
    const heads = new Float64Array(this.#count * headCells)
    const codes = new Uint16Array(this.#count * heatBins)
    for (let index = 0; index < this.#count; index += 1) {
      const position = this.#positionOf(index)
      const [head, code] = [position * headCells, position * heatBins]
      heads.set(this.#heads.subarray(head, head + headCells), index * headCells)
      codes.set(this.#codes.subarray(code, code + heatBins), index * heatBins)
    }
    return { heads, codes }
  }

  /** It must be empty. */
  restore({ heads, codes }: StoredColumns): void {
    this.#heads = heads
    this.#codes = codes
    this.#count = codes.length / heatBins
  }

  clear(): void {
    this.#heads = new Float64Array(0)
    this.#codes = new Uint16Array(0)
    this.#oldest = 0
    this.#count = 0
  }

  #positionOf(index: number): number {
    return (this.#oldest + index) % this.limit
  }

  #grow(): void {
    const room = this.#codes.length / heatBins
    if (this.#count < room) return
    const larger = Math.min(this.limit, Math.max(firstRoom, room * 2))
    const heads = new Float64Array(larger * headCells)
    const codes = new Uint16Array(larger * heatBins)
    heads.set(this.#heads)
    codes.set(this.#codes)
    this.#heads = heads
    this.#codes = codes
  }
}
