/** How many prices a column holds, half of them on each side of the market. */
export const heatBins = 128

/** What rested in a market over a time, by price. Written over by each reading. */
export class HeatColumn {
  /** Seconds since the epoch. */
  start = 0
  /** What part of the column's whole length was seen, from 0 to 1; the rest of it nobody knows. */
  seen = 0
  /** The height of a bin, as a price. */
  bin = 0
  /** The lowest bin holds the prices from `first * bin` on. */
  first = 0
  /** The best prices when it was last looked at, or NaN. */
  bid = NaN
  ask = NaN
  /** The mean size in each bin while it was looked at, which a bin far from the market need not always have been. */
  readonly sizes = new Float32Array(heatBins)
}
