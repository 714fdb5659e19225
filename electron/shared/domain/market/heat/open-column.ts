import type { Bin } from './bin'
import { heatBins, type HeatColumn } from './column'
import type { Binned, HeatSample } from './sample'

/** The market may move this far before the bins move. */
const drift = heatBins / 4

/** The current column. Each bin has its own time, because bins move with the market. */
export class OpenColumn {
  start = 0
  #bin: Bin | null = null
  #first = 0
  #seen = 0
  #bid = NaN
  #ask = NaN
  readonly #sums = new Float64Array(heatBins)
  readonly #times = new Float64Array(heatBins)

  get bytes(): number {
    return this.#sums.byteLength + this.#times.byteLength
  }

  get empty(): boolean {
    return this.#seen === 0
  }

  begin(start: number): void {
    this.start = start
    this.#bin = null
    this.#seen = 0
  }

  add(binned: Binned, { bid, ask }: HeatSample, milliseconds: number): void {
    // Bins of another height restart the column.
    if (binned.bin !== this.#bin) this.#restart(binned)
    if (Math.abs(binned.first - this.#first) > drift) this.#move(binned.first - this.#first)
    this.#seen += milliseconds
    this.#bid = bid
    this.#ask = ask
    const sums = this.#sums
    const times = this.#times
    const { sizes } = binned
    const shift = binned.first - this.#first
    const from = Math.max(0, -shift)
    const to = Math.min(heatBins, heatBins - shift)
    for (let index = from; index < to; index += 1) {
      sums[index + shift]! += sizes[index]! * milliseconds
      times[index + shift]! += milliseconds
    }
  }

  /** Milliseconds. */
  read(length: number, into: HeatColumn): void {
    into.start = this.start
    into.seen = Math.min(1, this.#seen / length)
    into.bin = this.#bin?.value ?? NaN
    into.first = this.#first
    into.bid = this.#bid
    into.ask = this.#ask
    for (let index = 0; index < heatBins; index += 1)
      into.sizes[index] = this.#sums[index]! / this.#times[index]!
  }

  #restart(binned: Binned): void {
    this.#bin = binned.bin
    this.#first = binned.first
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
