import type { Inference } from '#shared/domain/market/tape/index'
import { columns, confidenceOf, formerColumns, inferenceOf, parseTrade } from './trade-lines'
import { recordTrade } from './record-trade'
import type { TradeRecorder } from '../../market/series'

const [newline, tab, zero, point] = [10, 9, 48, 46]
/** Exact as doubles. */
const maxDigits = 15
const secondDigits = 9
const digitsOfMilliseconds = 6

/** Records the lines of a file of trades; lines that it cannot read are left out. */
export class TradeScanner {
  /** The fields of the line; each ends before the next one begins. */
  readonly #starts = new Int32Array(columns + 1)
  #columns = 0
  #text!: Buffer
  #units = 0
  #scale = 0
  /** Milliseconds by which a trade's time was later than its arrival, at most. */
  lead = 0

  /** @param seriesOf undefined for markets that are not wanted */
  scan(text: Buffer, seriesOf: (market: string) => TradeRecorder | undefined): void {
    this.#text = text
    for (let at = 0; at < text.length;) {
      const found = text.indexOf(newline, at)
      const end = found === -1 ? text.length : found
      if (this.#split(at, end)) {
        const series = seriesOf(this.#textOf(2))
        if (series && !this.#recordFast(series)) this.#recordSlowly(series, text.toString('utf8', at, end))
      }
      at = end + 1
    }
  }

  #split(start: number, end: number): boolean {
    let column = 0
    this.#starts[0] = start
    for (let at = start; at < end; at++)
      if (this.#text[at] === tab && ++column < columns) this.#starts[column] = at + 1
    this.#starts[column + 1] = end + 1
    this.#columns = column + 1
    return this.#columns === columns || this.#columns === formerColumns
  }

  #textOf(column: number): string {
    return this.#text.toString('utf8', this.#starts[column], this.#starts[column + 1]! - 1)
  }

  /** False for numbers that need more than doubles, and for anything unusual. */
  #recordFast({ tape, candles }: TradeRecorder): boolean {
    const [received, executed] = [this.#starts[1]!, this.#starts[3]!]
    const receivedEnd = this.#starts[2]! - 1 - digitsOfMilliseconds
    const executedEnd = this.#starts[4]! - 1
    const split = executedEnd - secondDigits
    if (split <= executed || receivedEnd <= received) return false
    const arrived = this.#whole(received, receivedEnd)
    const seconds = this.#whole(executed, split)
    const nanoseconds = this.#whole(split, executedEnd)
    if (!this.#decimal(4)) return false
    const [price, priceScale] = [this.#units, this.#scale]
    if (!this.#decimal(5)) return false
    const inference: Inference | null = inferenceOf(this.#textOf(6), this.#textOf(7))
    const isOnTime = this.#text[this.#starts[8]!] === zero && this.#starts[9]! - this.#starts[8]! === 2
    const confidence = confidenceOf(this.#columns === columns ? this.#textOf(9) : undefined)
    if (confidence === null) return false
    // NaN is neither.
    if (inference === null || !isOnTime || !(arrived >= 0 && seconds >= 0 && nanoseconds >= 0)) return false
    const [amount, amountScale] = [this.#units, this.#scale]
    tape.record(seconds, nanoseconds, price, priceScale, amount, amountScale, inference, 0, confidence)
    candles.record(seconds, nanoseconds, price, priceScale, amount, amountScale, inference)
    this.lead = Math.max(this.lead, seconds * 1000 + nanoseconds / 1e6 - arrived)
    return true
  }

  #recordSlowly(series: TradeRecorder, line: string): void {
    const trade = parseTrade(line)
    if (!trade) return
    recordTrade(series, trade)
    this.lead = Math.max(this.lead, Number(trade.executedAt / 1_000_000n) - trade.received.milliseconds)
  }

  /** NaN for anything but digits that a double holds. */
  #whole(from: number, to: number): number {
    if (to - from > maxDigits) return NaN
    let value = 0
    for (let at = from; at < to; at++) {
      const digit = this.#text[at]! - zero
      if (!(digit >= 0 && digit <= 9)) return NaN
      value = value * 10 + digit
    }
    return value
  }

  /** Into `#units` and `#scale`. */
  #decimal(column: number): boolean {
    const [from, to] = [this.#starts[column]!, this.#starts[column + 1]! - 1]
    if (to - from > maxDigits) return false
    let units = 0
    let scale = -1
    for (let at = from; at < to; at++) {
      const byte = this.#text[at]!
      if (byte === point && scale === -1 && at > from && at < to - 1) scale = 0
      else if (byte < zero || byte > zero + 9) return false
      else {
        units = units * 10 + byte - zero
        if (scale !== -1) scale += 1
      }
    }
    this.#units = units
    this.#scale = Math.max(0, scale)
    return to > from
  }
}
