import { intervalSeconds, type Interval } from '../candles/intervals'
import { HeatColumn } from './column'
import { OpenColumn } from './open-column'
import { heatResolutions } from './resolutions'
import type { HeatSample } from './sample'
import { ColumnStore } from './store'

const closing = new HeatColumn()

export class HeatTier {
  readonly #length: number
  readonly #reach: 'near' | 'far'
  readonly #past: ColumnStore
  #open: OpenColumn | null = null

  constructor(interval: Interval) {
    const { reach, limit } = heatResolutions[interval]
    this.#length = intervalSeconds[interval] * 1000
    this.#reach = reach
    // The current column is one of them.
    this.#past = new ColumnStore(limit - 1)
  }

  get count(): number {
    return this.#past.count + (this.#running ? 1 : 0)
  }

  get bytes(): number {
    return this.#past.bytes + (this.#open?.bytes ?? 0)
  }

  indexFrom(seconds: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#start(middle) < seconds) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Oldest first. */
  read(index: number, into: HeatColumn): void {
    if (index < this.#past.count) this.#past.read(index, into)
    else this.#open?.read(this.#length, into)
  }

  /** Times are in milliseconds since the epoch and increasing. */
  add(sample: HeatSample, from: number, to: number): void {
    const open = (this.#open ??= new OpenColumn())
    while (from < to) {
      const start = Math.floor(from / this.#length) * this.#length
      if (open.empty || open.start !== start / 1000) this.#begin(open, start / 1000)
      const end = Math.min(to, start + this.#length)
      open.add(sample[this.#reach], sample, end - from)
      from = end
    }
  }

  clear(): void {
    this.#past.clear()
    this.#open = null
  }

  get #running(): boolean {
    return this.#open !== null && !this.#open.empty
  }

  #begin(open: OpenColumn, start: number): void {
    if (!open.empty) {
      open.read(this.#length, closing)
      this.#past.push(closing)
    }
    open.begin(start)
  }

  #start(index: number): number {
    return index < this.#past.count ? this.#past.start(index) : this.#open!.start
  }
}
