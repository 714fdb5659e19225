/**
 * Trades in typed arrays, written over by each reading. Prices and amounts are whole numbers at the two scales; NaN is
 * a number too long for that, which `Tape.tradeAt` gives exactly.
 */
export class TradeRows {
  count = 0
  priceScale = 0
  amountScale = 0
  readonly seconds: Float64Array
  readonly nanoseconds: Uint32Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
  /** Of `inferences`: which side took the other, and by what it was told. */
  readonly inferences: Uint8Array
  /** Counted from 0 in the order in which the trades came. */
  readonly arrivals: Float64Array
  /** By how many milliseconds the service's own time is later than the one here; 0 where they agree. */
  readonly aheads: Float64Array

  constructor(readonly capacity: number) {
    this.seconds = new Float64Array(capacity)
    this.nanoseconds = new Uint32Array(capacity)
    this.prices = new Float64Array(capacity)
    this.amounts = new Float64Array(capacity)
    this.inferences = new Uint8Array(capacity)
    this.arrivals = new Float64Array(capacity)
    this.aheads = new Float64Array(capacity)
  }
}
