export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

/** One second of the stream. Null figures become gaps in plots. */
export interface StreamFigures {
  /** Per second. */
  readonly messages: number
  readonly bytes: number
  /** From the service's timestamp to receipt, in milliseconds, corrected for clock offset. */
  readonly latency: Percentiles | null
  /** Estimated lead of the service's clock, in milliseconds. */
  readonly clockOffset: number | null
  /** From receipt of a change to paint, in milliseconds. */
  readonly paint: Percentiles | null
  /** The longest queue of any window. */
  readonly queue: number
}
