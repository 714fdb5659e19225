/**
 * One candle in a row of doubles, so that a trade is a few writes into neighbouring memory. Times are nanoseconds from
 * the start of the candle: those of a whole day are exact in a double. Sums take two places, see `exact/sum.ts`.
 */
export const field = {
  /** Seconds since the epoch. */
  start: 0,
  openAt: 1,
  closeAt: 2,
  /** Four prices in units; NaN where the candle is kept in long numbers. */
  open: 3,
  high: 4,
  low: 5,
  close: 6,
  volume: 7,
  buys: 9,
  sells: 11,
  notional: 13,
  trades: 15,
  priceScale: 16,
  amountScale: 17,
  /** The book's version at the last change. */
  changed: 18
} as const
export const stride = 19

/** A scale that no number has: the mark of a candle kept in long numbers. */
export const noScale = -1

/** A trade on its way into the candles of all intervals; an argument that is a double would cost an allocation. */
export const given = {
  seconds: 0,
  nanoseconds: 1,
  price: 2,
  amount: 3,
  /** Price times amount, in two places. */
  notional: 4,
  version: 6
} as const
export const givenLength = 7
