import type { OlderCandles } from '#shared/contract/market/markets'
import { candleWidth, type CandlesNews, type Figures } from '#shared/contract/market/market-news'
import type { Decimal } from '#shared/domain/base/decimal'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/intervals'
import { cellDecimal, cellText, cellValue } from './figure'

const cells = { open: 1, high: 2, low: 3, close: 4, volume: 5, buys: 6, sells: 7 } as const
type CandleField = keyof typeof cells
const tradesCell = 8
const notionalHigh = 9
const notionalLow = 10
const sumBase = 1n << 52n

/** One candle with its own scales: later updates may have others. */
export class ChartCandle implements Figures {
  constructor(
    readonly values: Float64Array,
    readonly exact: ReadonlyMap<number, string> | null,
    readonly priceScale: number,
    readonly amountScale: number
  ) {}

  /** Seconds since the epoch. */
  get start(): number {
    return this.values[0]!
  }

  get trades(): number {
    return this.values[tradesCell]!
  }

  /** The nearest double, for drawing. */
  value(field: CandleField): number {
    return cellValue(this, cells[field], this.#scale(field))
  }

  text(field: CandleField): string {
    return cellText(this, cells[field], this.#scale(field)) ?? ''
  }

  decimal(field: CandleField): Decimal | null {
    return cellDecimal(this, cells[field], this.#scale(field))
  }

  /** The sum of price times amount, exact. */
  notional(): Decimal | null {
    const scale = this.priceScale + this.amountScale
    if (this.exact?.has(notionalHigh)) return cellDecimal(this, notionalHigh, scale)
    return { units: BigInt(this.values[notionalHigh]!) * sumBase + BigInt(this.values[notionalLow]!), scale }
  }

  #scale(field: CandleField): number {
    return field === 'volume' || field === 'buys' || field === 'sells' ? this.amountScale : this.priceScale
  }
}

/** The newest candles of one interval, and older ones that were loaded; `spans` distinguish no trades from no recording. */
export class ChartCandles {
  /** The oldest first. */
  readonly all: ChartCandle[] = []
  #live: Float64Array = new Float64Array(0)
  #spans = this.#live
  #older: Older | null = null
  /** The jumps of the service's clock: pairs of from and to, in milliseconds since the epoch. */
  steps: Float64Array = new Float64Array(0)

  constructor(
    private readonly max: number,
    readonly interval: Interval
  ) {}

  /** The recorded times: pairs of from and to, in milliseconds since the epoch; the last one ends at infinity while recording. */
  get spans(): Float64Array {
    return this.#spans
  }

  /** Where the next older page ends, in seconds since the epoch; null if there is none. */
  get olderEnd(): number | null {
    const first = this.all[0]
    if (!first || this.#older?.begins || this.isFull) return null
    // With the oldest candle, of which trades may be missing.
    return this.#older?.from ?? first.start + intervalSeconds[this.interval]
  }

  /** Whether nothing is recorded before them. */
  get isWhole(): boolean {
    return this.#older ? this.#older.begins : this.all.length < this.max
  }

  /** Whether older pages would be too much. */
  get isFull(): boolean {
    return this.all.length > maxLoaded - this.max
  }

  /** Whether the whole time (milliseconds since the epoch) was recorded, so that no candle means no trade. */
  watched(from: number, to: number): boolean {
    for (let at = 0; at < this.#spans.length; at += 2)
      if (this.#spans[at]! <= from && this.#spans[at + 1]! >= to) return true
    return false
  }

  apply(news: CandlesNews): void {
    const candles = candlesOf(news)
    if (news.fresh) this.#clear()
    // There may be others between.
    else if (candles.length >= this.max) this.#clear(candles[0]!.start)
    for (const candle of candles) this.#put(candle)
    this.#limit()
    if (news.watched) this.#live = news.watched.slice()
    if (news.watched) this.#joinSpans()
    if (news.steps) this.steps = news.steps.slice()
  }

  /** @param before where the page ends, in seconds since the epoch */
  prepend({ candles, from, begins }: OlderCandles, before: number): void {
    const recorded = candles.watched ?? clip(this.#spans, from * 1000, before * 1000)
    const { spans = [], to = before * 1000 } = this.#older ?? {}
    this.#older = { from, begins, to, spans: [...recorded, ...spans] }
    this.#joinSpans()
    this.#addOlder(candlesOf(candles))
  }

  /** Those that were loaded of the candles before, if these continue them. */
  keepOlder(before: ChartCandles): void {
    const [first, last, end] = [this.all[0], this.all.at(-1), before.all.at(-1)]
    if (!before.#older || !first || !last || !end || end.start < first.start || end.start > last.start) return
    this.#older = before.#older
    this.#joinSpans()
    this.#addOlder(before.all.filter(({ start }) => start <= first.start))
  }

  /** @param before removes only earlier ones, in seconds since the epoch */
  #clear(before = Infinity): void {
    const kept = this.all.findIndex(({ start }) => start >= before)
    this.all.splice(0, kept === -1 ? this.all.length : kept)
    this.#older = null
    this.#joinSpans()
  }

  /** The newest may be there: earlier ones can arrive while a page is read. */
  #addOlder(candles: readonly ChartCandle[]): void {
    const first = this.all[0]
    const oldest = first && candles.find(({ start }) => start === first.start)
    if (oldest && oldest.trades > first.trades) this.all[0] = oldest
    this.all.unshift(...candles.filter(({ start }) => start < (first?.start ?? Infinity)))
  }

  #limit(): void {
    const over = this.all.length - (this.#older ? maxLoaded : this.max)
    if (over <= 0) return
    this.all.splice(0, over)
    if (this.#older) this.#older = { ...this.#older, from: this.all[0]!.start, begins: false }
  }

  #joinSpans(): void {
    const older = this.#older
    this.#spans = older ? joined([...older.spans, ...clip(this.#live, older.to, Infinity)]) : this.#live
  }

  #put(candle: ChartCandle): void {
    let place = this.all.length
    while (place > 0 && this.all[place - 1]!.start > candle.start) place -= 1
    const replaces = place > 0 && this.all[place - 1]!.start === candle.start
    if (replaces) this.all[place - 1] = candle
    else this.all.splice(place, 0, candle)
  }
}

/** The candles loaded from the recording. */
interface Older {
  /** In seconds since the epoch. */
  readonly from: number
  readonly begins: boolean
  /** The recording before this time, in milliseconds since the epoch. */
  readonly to: number
  readonly spans: readonly number[]
}

/** Of one interval, in memory. */
const maxLoaded = 24_000

function clip(spans: Float64Array, from: number, to: number): number[] {
  const clipped: number[] = []
  for (let at = 0; at < spans.length; at += 2)
    if (spans[at]! < to && spans[at + 1]! > from)
      clipped.push(Math.max(spans[at]!, from), Math.min(spans[at + 1]!, to))
  return clipped
}

/** Without the ends of pages within a span. */
function joined(spans: readonly number[]): Float64Array {
  const all: number[] = []
  for (let at = 0; at < spans.length; at += 2) {
    if (all.at(-1) === spans[at]) all.pop()
    else all.push(spans[at]!)
    all.push(spans[at + 1]!)
  }
  return Float64Array.from(all)
}

function candlesOf(news: CandlesNews): ChartCandle[] {
  return Array.from({ length: news.values.length / candleWidth }, (_, row) =>
    candleOf(news, row * candleWidth)
  )
}

function candleOf({ values, exact, priceScale, amountScale }: CandlesNews, cell: number): ChartCandle {
  const own = exact && within(exact, cell)
  return new ChartCandle(values.slice(cell, cell + candleWidth), own, priceScale, amountScale)
}

function within(exact: ReadonlyMap<number, string>, from: number): ReadonlyMap<number, string> | null {
  const own = [...exact].filter(([cell]) => cell >= from && cell < from + candleWidth)
  return own.length > 0 ? new Map(own.map(([cell, text]) => [cell - from, text])) : null
}
