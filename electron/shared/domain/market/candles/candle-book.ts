import type { Decimal } from '../../base/decimal'
import { CommonScale, writeProduct } from '../exact'
import type { ExecutionMessage } from '../messages'
import type { Inference } from '../tape'
import { splitTime } from '../tape/split-time'
import { CandleSeries } from './candle-series'
import { Coverage } from './coverage'
import { intervalLimits, intervals, intervalSeconds, type Interval } from './intervals'
import { given, givenLength } from './layout'
import { mergeStored, type StoredCandles } from './stored'

type IntervalLimits = Readonly<Record<Interval, number>>

/** The candles of one market in all intervals, and its coverage. */
export class CandleBook {
  readonly coverage = new Coverage()
  readonly #scales = { price: new CommonScale(), amount: new CommonScale() }
  readonly #all: readonly CandleSeries[]
  readonly #trade = new Float64Array(givenLength)
  #version = 0

  constructor(limits: IntervalLimits = intervalLimits) {
    this.#all = intervals.map(
      (interval) => new CandleSeries(intervalSeconds[interval], limits[interval], this.#scales)
    )
  }

  /** Counts trades. */
  get version(): number {
    return this.#version
  }

  get priceScale(): number {
    return this.#scales.price.scale
  }

  get amountScale(): number {
    return this.#scales.amount.scale
  }

  series(interval: Interval): CandleSeries {
    return this.#all[intervals.indexOf(interval)]!
  }

  record(
    seconds: number,
    nanoseconds: number,
    priceUnits: number,
    priceScale: number,
    amountUnits: number,
    amountScale: number,
    inference: Inference
  ): void {
    const price = this.#scales.price.fit(priceUnits, priceScale)
    const amount = this.#scales.amount.fit(amountUnits, amountScale)
    if (price !== price || amount !== amount) {
      const long = { units: BigInt(priceUnits), scale: priceScale }
      const size = { units: BigInt(amountUnits), scale: amountScale }
      this.#recordLong(seconds, nanoseconds, long, size, inference)
      return
    }
    this.#version += 1
    const trade = this.#trade
    trade[given.seconds] = seconds
    trade[given.nanoseconds] = nanoseconds
    trade[given.price] = price
    trade[given.amount] = amount
    trade[given.version] = this.#version
    writeProduct(trade, given.notional, price, amount)
    const commonPrice = this.#scales.price.scale
    const commonAmount = this.#scales.amount.scale
    for (let index = 0; index < this.#all.length; index++) {
      this.#all[index]!.add(trade, commonPrice, commonAmount, inference)
    }
  }

  /** For numbers too long for a double. */
  recordExact(message: ExecutionMessage, inference: Inference): void {
    const { seconds, nanoseconds } = splitTime(message.executedAt)
    this.#recordLong(seconds, nanoseconds, message.price, message.amount, inference)
  }

  /** `now` ends the current coverage in the file. */
  toStored(now: number, max = Infinity): StoredCandles {
    return {
      spans: this.coverage.spans(now).map(({ from, to }) => [from, to]),
      series: intervals.map((interval) => [interval, this.series(interval).toStored(max)])
    }
  }

  /** Merges an earlier session; call once. */
  restore(stored: StoredCandles): void {
    this.#version += 1
    for (const [from, to] of stored.spans) this.coverage.seen(from, to)
    for (const [interval, rows] of stored.series) {
      mergeStored(this.series(interval), rows, this.#scales, this.#version)
    }
  }

  #recordLong(
    seconds: number,
    nanoseconds: number,
    price: Decimal,
    amount: Decimal,
    inference: Inference
  ): void {
    this.#version += 1
    for (const series of this.#all) {
      series.addExact(seconds, nanoseconds, price, amount, inference, this.#version)
    }
  }
}

export class NoCandles extends CandleBook {
  override record(): void {}
  override recordExact(): void {}
}
