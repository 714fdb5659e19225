import { candleWidth, type CandlesNews, type Figures } from '#shared/contract/market/market-news'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { averagePrice } from '#shared/domain/market/candles/candle'
import type { Interval } from '#shared/domain/market/candles/intervals'
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

  /** Rounded to two digits more than prices. */
  averagePriceText(): string | null {
    const notional = this.notional()
    const volume = this.decimal('volume')
    const average = notional && volume && averagePrice(notional, volume, this.priceScale + 2)
    return average && formatDecimal(average)
  }

  #scale(field: CandleField): number {
    return field === 'volume' || field === 'buys' || field === 'sells' ? this.amountScale : this.priceScale
  }
}

/** The newest candles of one interval; `watched` distinguishes no trades from no recording. */
export class ChartCandles {
  /** The oldest first. */
  readonly all: ChartCandle[] = []
  #watched = new Float64Array(0)
  /** The jumps of the service's clock: pairs of from and to, in milliseconds since the epoch. */
  steps: Float64Array = new Float64Array(0)

  constructor(
    private readonly max: number,
    readonly interval: Interval
  ) {}

  /** The recorded times: pairs of from and to, in milliseconds since the epoch; the last one ends at infinity while recording. */
  get spans(): Float64Array {
    return this.#watched
  }

  /** Whether the whole time (milliseconds since the epoch) was recorded, so that no candle means no trade. */
  watched(from: number, to: number): boolean {
    for (let at = 0; at < this.#watched.length; at += 2)
      if (this.#watched[at]! <= from && this.#watched[at + 1]! >= to) return true
    return false
  }

  apply(news: CandlesNews): void {
    if (news.fresh) this.all.length = 0
    for (let cell = 0; cell < news.values.length; cell += candleWidth) this.#put(candleOf(news, cell))
    if (this.all.length > this.max) this.all.splice(0, this.all.length - this.max)
    if (news.watched) this.#watched = news.watched.slice()
    if (news.steps) this.steps = news.steps.slice()
  }

  #put(candle: ChartCandle): void {
    let place = this.all.length
    while (place > 0 && this.all[place - 1]!.start > candle.start) place -= 1
    const replaces = place > 0 && this.all[place - 1]!.start === candle.start
    if (replaces) this.all[place - 1] = candle
    else this.all.splice(place, 0, candle)
  }
}

function candleOf({ values, exact, priceScale, amountScale }: CandlesNews, cell: number): ChartCandle {
  const own = exact && within(exact, cell)
  return new ChartCandle(values.slice(cell, cell + candleWidth), own, priceScale, amountScale)
}

function within(exact: ReadonlyMap<number, string>, from: number): ReadonlyMap<number, string> | null {
  const own = [...exact].filter(([cell]) => cell >= from && cell < from + candleWidth)
  return own.length > 0 ? new Map(own.map(([cell, text]) => [cell - from, text])) : null
}
