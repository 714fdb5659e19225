import type { Bin } from './bin'
import { heatBins, type HeatColumn } from './column'
import type { Binned, HeatSample } from './sample'

/** So far may the market move before the bins move after it. */
const drift = heatBins / 4

/**
 * The column that runs: sums over time. Each bin has a time of its own, since the market takes the bins with it, and a
 * price that was not looked at is not a price where nothing rests.
 */
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

  /** Nothing was seen of it. */
  get empty(): boolean {
    return this.#seen === 0
  }

  begin(start: number): void {
    this.start = start
    this.#bin = null
    this.#seen = 0
  }

  /** The book was like that for so many milliseconds. */
  add(binned: Binned, { bid, ask }: HeatSample, milliseconds: number): void {
    // With bins of another height it starts over: two heights in one column would be a guess.
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
    for (let place = from; place < to; place += 1) {
      sums[place + shift]! += sizes[place]! * milliseconds
      times[place + shift]! += milliseconds
    }
  }

  /** `length` in milliseconds. */
  read(length: number, into: HeatColumn): void {
    into.start = this.start
    into.seen = Math.min(1, this.#seen / length)
    into.bin = this.#bin?.value ?? NaN
    into.first = this.#first
    into.bid = this.#bid
    into.ask = this.#ask
    for (let place = 0; place < heatBins; place += 1)
      into.sizes[place] = this.#sums[place]! / this.#times[place]!
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
