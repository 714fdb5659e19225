/**
 * Candles in typed arrays, reused by each read. Numbers are integers at the given scales; NaN marks long numbers,
 * which `CandleSeries.at` returns exactly.
 */
export class CandleRows {
  count = 0
  /** The version of the series when it was read. */
  version = 0
  priceScale = 0
  amountScale = 0
  /** Seconds since the epoch, oldest first. */
  readonly starts: Float64Array
  readonly opens: Float64Array
  readonly highs: Float64Array
  readonly lows: Float64Array
  readonly closes: Float64Array
  readonly volumes: Float64Array
  readonly buys: Float64Array
  readonly sells: Float64Array
  readonly trades: Float64Array
  /** The notional is high * 2^52 + low, at the combined scale. */
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
