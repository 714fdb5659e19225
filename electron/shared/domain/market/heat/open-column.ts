import { heatBins, type HeatColumn } from './column'
import { FigureSums } from './figures'
import { finiteOr, type ColumnSums } from './saved'

/** The market may move this far before the bins move. */
const drift = heatBins / 4

interface Binned {
  readonly bin: number
  readonly first: number
  readonly sizes: Readonly<ArrayLike<number>>
}

interface Quotes {
  readonly bid: number
  readonly ask: number
}

/** A column that is not finished. Each bin has its own time, because bins move with the market. */
export class OpenColumn {
  start = 0
  #bin = NaN
  #first = 0
  #seen = 0
  #bid = NaN
  #ask = NaN
  readonly #sums = new Float64Array(heatBins)
  readonly #times = new Float64Array(heatBins)
  /** Of the whole column, whatever its bins. */
  readonly figures = new FigureSums()

  get bytes(): number {
    return this.#sums.byteLength + this.#times.byteLength
  }

  get empty(): boolean {
    return this.#seen === 0
  }

  begin(start: number): void {
    this.start = start
    this.#bin = NaN
    this.#seen = 0
    this.figures.clear()
  }

  add({ bin, first, sizes }: Binned, { bid, ask }: Quotes, milliseconds: number): void {
    const shift = this.#follow(bin, first)
    this.#seen += milliseconds
    this.#bid = bid
    this.#ask = ask
    const sums = this.#sums
    const times = this.#times
    const from = Math.max(0, -shift)
    const to = Math.min(heatBins, heatBins - shift)
    for (let index = from; index < to; index += 1) {
      sums[index + shift]! += sizes[index]! * milliseconds
      times[index + shift]! += milliseconds
    }
  }

  /** A later part of the same column. */
  merge(later: OpenColumn): void {
    if (later.empty) return
    const shift = this.#follow(later.#bin, later.#first)
    this.figures.merge(later.figures)
    this.#seen += later.#seen
    this.#bid = later.#bid
    this.#ask = later.#ask
    const from = Math.max(0, -shift)
    const to = Math.min(heatBins, heatBins - shift)
    for (let index = from; index < to; index += 1) {
      this.#sums[index + shift]! += later.#sums[index]!
      this.#times[index + shift]! += later.#times[index]!
    }
  }

  /** Milliseconds. */
  read(length: number, into: HeatColumn): void {
    into.start = this.start
    into.seen = Math.min(1, this.#seen / length)
    into.bin = this.#bin
    into.first = this.#first
    into.bid = this.#bid
    into.ask = this.#ask
    into.figured = this.figures.time
    this.figures.read(into.figures)
    for (let index = 0; index < heatBins; index += 1)
      into.sizes[index] = this.#sums[index]! / this.#times[index]!
  }

  save(): ColumnSums | null {
    if (this.empty) return null
    return {
      start: this.start,
      bin: this.#bin,
      first: this.#first,
      seen: this.#seen,
      bid: finiteOr(this.#bid),
      ask: finiteOr(this.#ask),
      sums: [...this.#sums],
      times: [...this.#times],
      figures: this.figures.save()
    }
  }

  restore({ start, bin, first, seen, bid, ask, sums, times, figures }: ColumnSums): void {
    this.start = start
    this.#bin = bin
    this.#first = first
    this.#seen = seen
    this.#bid = bid ?? NaN
    this.#ask = ask ?? NaN
    this.#sums.set(sums)
    this.#times.set(times)
    this.figures.restore(figures ?? [])
  }

  /** Makes room around the market, and returns where its bins begin. */
  #follow(bin: number, first: number): number {
    // Bins of another height restart the column.
    if (bin !== this.#bin) this.#restart(bin, first)
    if (Math.abs(first - this.#first) > drift) this.#move(first - this.#first)
    return first - this.#first
  }

  #restart(bin: number, first: number): void {
    this.#bin = bin
    this.#first = first
    this.#seen = 0
    this.#sums.fill(0)
    this.#times.fill(0)
  }

  #move(by: number): void {
    this.#first += by
    for (const values of [this.#sums, this.#times]) {
      if (Math.abs(by) >= heatBins) values.fill(0)
      else if (by > 0) values.copyWithin(0, by).fill(0, heatBins - by)
      else values.copyWithin(-by, 0).fill(0, 0, -by)
    }
  }
}
