/**
 * Candles in typed arrays, written over by each reading. All numbers are whole, at the scales given with them; NaN is
 * one too long for that, and then `CandleSeries.at` has it exactly.
 */
export class CandleRows {
  count = 0
  /** The series as it was read: what changes later has a greater one. */
  version = 0
  priceScale = 0
  amountScale = 0
  /** Seconds since the epoch, the oldest first. */
  readonly starts: Float64Array
  readonly opens: Float64Array
  readonly highs: Float64Array
  readonly lows: Float64Array
  readonly closes: Float64Array
  readonly volumes: Float64Array
  readonly buys: Float64Array
  readonly sells: Float64Array
  readonly trades: Float64Array
  /** The sum of price times amount is high * 2^52 + low, at the scale of price and amount together. */
  readonly notionalHighs: Float64Array
  readonly notionalLows: Float64Array

  constructor(readonly capacity: number) {
    this.starts = new Float64Array(capacity)
    this.opens = new Float64Array(capacity)
    this.highs = new Float64Array(capacity)
    this.lows = new Float64Array(capacity)
    this.closes = new Float64Array(capacity)
    this.volumes = new Float64Array(capacity)
    this.buys = new Float64Array(capacity)
    this.sells = new Float64Array(capacity)
    this.trades = new Float64Array(capacity)
    this.notionalHighs = new Float64Array(capacity)
    this.notionalLows = new Float64Array(capacity)
  }
}
