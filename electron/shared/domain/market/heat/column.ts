import { bookFigures } from './figure-names'

/** Half of them on each side of the market. */
export const heatBins = 128

/** Resting sizes by price over a period. Reused by each read. */
export class HeatColumn {
  start = 0
  /** The observed share of the column, from 0 to 1. */
  seen = 0
  /** As a price. */
  bin = 0
  first = 0
  /** At the last sample, or NaN. */
  bid = NaN
  ask = NaN
  /** The mean size in each bin while it was observed. */
  readonly sizes = new Float32Array(heatBins)
  /** Milliseconds in which the book had figures; it had none while it was crossed. */
  figured = 0
  /** Their means, or NaN. */
  readonly figures = new Float64Array(bookFigures.length)
}
