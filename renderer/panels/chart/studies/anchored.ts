import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import { averagePrice } from '#shared/domain/market/candles/candle'
import type { ChartCandle } from '../../../lib/markets'
import { guardDigits } from './average'

/** The sums of the trades since the anchor. */
export interface AnchoredSums {
  /** Where they begin, in seconds since the epoch. */
  readonly from: number
  readonly notional: Decimal
  readonly volume: Decimal
  /** The sum of the squared average price of each candle times its volume. */
  readonly squares: Decimal
  /** Not everything since then was recorded. */
  readonly isPartial: boolean
}

const zero: Decimal = { units: 0n, scale: 0 }

export const noAnchored = (from: number): AnchoredSums => ({
  from,
  notional: zero,
  volume: zero,
  squares: zero,
  isPartial: false
})

export function withAnchored(before: AnchoredSums, candle: ChartCandle): AnchoredSums {
  const notional = candle.notional() ?? zero
  const volume = candle.decimal('volume') ?? zero
  if (volume.units === 0n) return before
  const digits = 2 * candle.priceScale + candle.amountScale + guardDigits
  const squares = divideDecimals(multiplyDecimals(notional, notional), volume, digits)
  return {
    ...before,
    notional: addDecimals(before.notional, notional),
    volume: addDecimals(before.volume, volume),
    squares: addDecimals(before.squares, squares)
  }
}

export interface Bands {
  readonly vwap: Decimal
  /** The standard deviation of the candles' average prices, weighted by volume. */
  readonly deviation: Decimal
}

/** Null without trades. */
export function bandsOf({ notional, volume, squares }: AnchoredSums, digits: number): Bands | null {
  const vwap = averagePrice(notional, volume, digits)
  if (!vwap) return null
  const spread = subtractDecimals(multiplyDecimals(squares, volume), multiplyDecimals(notional, notional))
  const variance = divideDecimals(spread, multiplyDecimals(volume, volume), 2 * digits)
  // Rounded squares may fall short by a little.
  return { vwap, deviation: { units: squareRoot(variance.units), scale: digits } }
}

export const bandAt = ({ vwap, deviation }: Bands, steps: number): Decimal =>
  addDecimals(vwap, multiplyDecimals(deviation, { units: BigInt(steps), scale: 0 }))

/** Rounded down; zero for negative numbers. */
function squareRoot(value: bigint): bigint {
  if (value <= 0n) return 0n
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
