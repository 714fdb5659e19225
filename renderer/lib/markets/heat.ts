import { heatFiguresAt, heatHead, heatWidth, type HeatNews } from '#shared/contract/market/market-news'
import type { OlderHeat } from '#shared/contract/market/markets'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/intervals'

/** Resting size over one time, by price, as doubles for drawing only. */
export interface HeatColumn {
  /** Seconds since the epoch. */
  readonly start: number
  /** The share of the column that was recorded, from 0 to 1. */
  readonly seen: number
  /** The height of a bin as a price, which may differ between columns. */
  readonly bin: number
  /** The bin at `index` of `sizes` starts at the price `(first + index) * bin`. */
  readonly first: number
  /** The best prices at the last sample, or NaN. */
  readonly bid: number
  readonly ask: number
  /** Milliseconds in which the book had figures. */
  readonly figured: number
  /** Their means, in the order of `bookFigures`; NaN without any time. */
  readonly figures: Float64Array
  /** The mean size in each bin while it was recorded; nothing is known beyond the bins. */
  readonly sizes: Float32Array
  /** The greatest of `sizes`, or 0. */
  readonly largest: number
}

let versions = 0
/** Of one interval, in memory. */
const maxLoaded = 12_000

/** The newest columns of one interval. A time without a column was not recorded. */
export class HeatColumns {
  /** The oldest first; a later one may follow after a gap. */
  readonly all: HeatColumn[] = []
  /** A new number with every change, unique among all columns: the same number means nothing new to draw. */
  version = ++versions
  #older: Pick<OlderHeat, 'from' | 'begins'> | null = null

  constructor(
    private readonly max: number,
    readonly interval: Interval,
    /** Where the first older page ends while there are no columns, in seconds since the epoch; null for none. */
    private readonly end: number | null = null
  ) {}

  /** Where the next older page ends, in seconds since the epoch; null if there is none. */
  get olderEnd(): number | null {
    if (this.#older?.begins || this.all.length > maxLoaded - this.max) return null
    return this.#older?.from ?? this.all[0]?.start ?? this.end
  }

  /** The length of a column in seconds. */
  get seconds(): number {
    return intervalSeconds[this.interval]
  }

  /** The greatest size of all columns that start within the time (in seconds), or 0. */
  largest(from = -Infinity, to = Infinity): number {
    let largest = 0
    for (let at = this.indexFrom(from); at < this.all.length && this.all[at]!.start < to; at += 1)
      largest = Math.max(largest, this.all[at]!.largest)
    return largest
  }

  /** The index of the first column that starts at this second or later. */
  indexFrom(seconds: number): number {
    let low = 0
    let high = this.all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.all[middle]!.start < seconds) low = middle + 1
      else high = middle
    }
    return low
  }

  apply(news: HeatNews): void {
    if (news.fresh || news.values.length / heatWidth >= this.max) this.#clear()
    for (let cell = 0; cell < news.values.length; cell += heatWidth) this.#put(columnOf(news.values, cell))
    const over = this.all.length - (this.#older ? maxLoaded : this.max)
    if (over > 0) this.all.splice(0, over)
    if (over > 0 && this.#older) this.#older = { from: this.all[0]!.start, begins: false }
    this.version = ++versions
  }

  prepend({ heat: { values }, from, begins }: OlderHeat): void {
    const columns = Array.from({ length: values.length / heatWidth }, (_, row) =>
      columnOf(values, row * heatWidth)
    )
    this.#older = { from, begins }
    this.#addOlder(columns)
  }

  /** Those that were loaded of the columns before, if these continue them. */
  keepOlder(before: HeatColumns): void {
    const [first, last, end] = [this.all[0], this.all.at(-1), before.all.at(-1)]
    if (!before.#older || !first || !last || !end || end.start < first.start || end.start > last.start) return
    this.#older = before.#older
    this.#addOlder(before.all)
  }

  #addOlder(columns: readonly HeatColumn[]): void {
    const first = this.all[0]?.start ?? Infinity
    this.all.unshift(...columns.filter(({ start }) => start < first))
    this.version = ++versions
  }

  #clear(): void {
    this.all.length = 0
    this.#older = null
  }

  #put(column: HeatColumn): void {
    const last = this.all.at(-1)
    if (last?.start === column.start) this.all[this.all.length - 1] = column
    else this.all.push(column)
  }
}

function columnOf(values: Float64Array, cell: number): HeatColumn {
  const sizes = Float32Array.from(values.subarray(cell + heatHead, cell + heatWidth))
  let largest = 0
  for (const size of sizes) if (size > largest) largest = size
  return {
    start: values[cell]!,
    seen: values[cell + 1]!,
    bin: values[cell + 2]!,
    first: values[cell + 3]!,
    bid: values[cell + 4]!,
    ask: values[cell + 5]!,
    figured: values[cell + 6]!,
    figures: values.slice(cell + heatFiguresAt, cell + heatHead),
    sizes,
    largest
  }
}
