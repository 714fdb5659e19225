export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

/** One second of the stream. A figure that nothing was measured for is null, so that a plot has a gap there. */
export interface StreamFigures {
  /** Received in a second. */
  readonly messages: number
  readonly bytes: number
  /** Milliseconds from the time that the service wrote into a message to its receipt, freed of the clocks' offset. */
  readonly latency: Percentiles | null
  /** By how many milliseconds the service's clock is ahead of this computer's, as estimated. */
  readonly clockOffset: number | null
  /** Milliseconds from the receipt of a change to the moment when a window had painted it. */
  readonly paint: Percentiles | null
  /** The most that waited for a window at one time. */
  readonly queue: number
}
