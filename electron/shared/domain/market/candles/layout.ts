/**
 * A candle as a row of doubles, for few adjacent writes per trade. Times are nanoseconds from its start. Sums use two
 * cells, see `exact/sum.ts`.
 */
export const field = {
  start: 0,
  openAt: 1,
  closeAt: 2,
  /** Prices in units; NaN if kept as long numbers. */
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
  changed: 18
} as const
export const stride = 19

/** Marks a candle kept as long numbers. */
export const noScale = -1

/** A trade being added; passing doubles as arguments would allocate. */
export const given = {
  seconds: 0,
  nanoseconds: 1,
  price: 2,
  amount: 3,
  /** Price × amount, in two cells. */
  notional: 4,
  version: 6
} as const
export const givenLength = 7
