import { intervalSeconds, startOf, type Interval } from '../candles/intervals'
import { HeatColumn } from './column'
import { OpenColumn } from './open-column'
import { heatResolutions } from './resolutions'
import type { HeatSample } from './sample'
import type { ColumnSums } from './saved'
import { ColumnStore, type StoredColumns } from './store'

const closing = new HeatColumn()
const added = new HeatColumn()
const current = new OpenColumn()

export interface StoredTier {
  readonly past: StoredColumns
  readonly current: ColumnSums | null
}

/** The columns of one length: sums of samples, or of the finished columns of a shorter tier. */
export class HeatTier {
  /** A column of it is finished. */
  onFinish: ((column: OpenColumn) => void) | null = null
  readonly #seconds: number
  readonly #reach: (typeof heatResolutions)[Interval]['reach']
  readonly #past: ColumnStore
  readonly #longer: HeatTier[] = []
  #open: OpenColumn | null = null

  constructor(
    readonly interval: Interval,
    private readonly parts: HeatTier | null
  ) {
    const { reach, limit } = heatResolutions[interval]
    this.#seconds = intervalSeconds[interval]
    this.#reach = reach
    // The current column is one of them.
    this.#past = new ColumnStore(limit - 1)
    if (parts) parts.#longer.push(this)
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
    if (index < this.#past.count) return this.#past.read(index, into)
    current.begin(this.#open!.start)
    this.#addTo(current)
    current.read(this.#length, into)
  }

  /** Times are in milliseconds since the epoch and increasing. */
  add(sample: HeatSample, from: number, to: number): void {
    while (from < to) {
      const start = Math.floor(from / this.#length) * this.#seconds
      const end = Math.min(to, start * 1000 + this.#length)
      const open = this.#openAt(start)
      open.add(sample[this.#reach], sample, end - from)
      if (sample.hasFigures) open.figures.add(sample.figures, end - from)
      from = end
    }
  }

  /** Continues with the columns of a tier of the same length, but not with those before its own current one. */
  append(later: HeatTier): void {
    const from = this.#running ? this.#open!.start : -Infinity
    for (let index = later.indexFrom(from); index < later.#past.count; index += 1) {
      later.#past.read(index, added)
      const open = this.#openAt(added.start)
      open.add(added, added, added.seen * this.#length)
      if (added.figured > 0) open.figures.add(added.figures, added.figured)
    }
    const open = later.#open
    if (open && !open.empty && open.start >= from) this.#openAt(open.start).merge(open)
  }

  /** A finished column that is not part of longer ones. */
  push(column: HeatColumn): void {
    this.#past.push(column)
  }

  save(): ColumnSums | null {
    return this.#open?.save() ?? null
  }

  store(): StoredTier {
    return { past: this.#past.save(), current: this.save() }
  }

  /** It must be new. */
  load({ past, current: column }: StoredTier): void {
    this.#past.restore(past)
    if (column) this.restore(column)
  }

  /** The current column. */
  restore(column: ColumnSums): void {
    this.#openAt(column.start).restore(column)
  }

  /** As one that was finished. */
  restoreFinished(column: ColumnSums): void {
    this.restore(column)
    this.#finish(this.#open!)
  }

  clear(): void {
    this.#past.clear()
    this.#open = null
  }

  /** In milliseconds. */
  get #length(): number {
    return this.#seconds * 1000
  }

  get #running(): boolean {
    if (this.#open && !this.#open.empty) return true
    return this.parts !== null && this.parts.#running
  }

  /** Finishes the column before. */
  #openAt(start: number): OpenColumn {
    const open = (this.#open ??= new OpenColumn())
    if (!open.empty && open.start === start) return open
    if (!open.empty) this.#finish(open)
    open.begin(start)
    for (const tier of this.#longer) tier.#openAt(startOf(start, tier.#seconds))
    return open
  }

  #finish(open: OpenColumn): void {
    open.read(this.#length, closing)
    this.#past.push(closing)
    for (const tier of this.#longer) tier.#openAt(startOf(open.start, tier.#seconds)).merge(open)
    this.onFinish?.(open)
    open.begin(open.start)
  }

  /** Its current column, the oldest parts first. */
  #addTo(column: OpenColumn): void {
    if (this.#open) column.merge(this.#open)
    if (this.parts) this.parts.#addTo(column)
  }

  #start(index: number): number {
    return index < this.#past.count ? this.#past.start(index) : this.#open!.start
  }
}
