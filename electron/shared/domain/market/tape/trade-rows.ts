/**
 * Trades in typed arrays, reused by each read. Prices and amounts are integers at the two scales; NaN marks long
 * numbers, which `Tape.tradeAt` returns exactly.
 */
export class TradeRows {
  count = 0
  priceScale = 0
  amountScale = 0
  readonly seconds: Float64Array
  readonly nanoseconds: Uint32Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
  readonly inferences: Uint8Array
  /** Percentages, or `unknownConfidence`. */
  readonly confidences: Uint8Array
  /** Sequential. */
  readonly arrivals: Float64Array
  /** How many milliseconds the service's timestamp is later. */
  readonly aheads: Float64Array

  constructor(readonly capacity: number) {
    this.seconds = new Float64Array(capacity)
    this.nanoseconds = new Uint32Array(capacity)
    this.prices = new Float64Array(capacity)
    this.amounts = new Float64Array(capacity)
    this.inferences = new Uint8Array(capacity)
    this.confidences = new Uint8Array(capacity)
    this.arrivals = new Float64Array(capacity)
    this.aheads = new Float64Array(capacity)
  }
}
