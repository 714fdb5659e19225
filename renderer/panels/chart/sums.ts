import { addDecimals, subtractDecimals, type Decimal } from '#shared/domain/base/decimal'
import { averagePrice } from '#shared/domain/market/candles/index'
import type { ChartCandle } from '../../lib/markets'

export interface Sums {
  /** Seconds since the epoch. */
  readonly session: number
  readonly notional: Decimal
  readonly volume: Decimal
  /** Buys minus sells, by inferred side. */
  readonly delta: Decimal
}

const zero: Decimal = { units: 0n, scale: 0 }
const day = 86_400

/** A session is the UTC day. */
export const sessionOf = (seconds: number) => Math.floor(seconds / day) * day

export const noSums = (session: number): Sums => ({ session, notional: zero, volume: zero, delta: zero })

/** Adds a candle; a new session starts at zero. */
export function withCandle(sums: Sums | null, candle: ChartCandle, session: number): Sums {
  const before = sums?.session === session ? sums : noSums(session)
  return {
    session,
    notional: addDecimals(before.notional, candle.notional() ?? zero),
    volume: addDecimals(before.volume, candle.decimal('volume') ?? zero),
    delta: addDecimals(
      before.delta,
      subtractDecimals(candle.decimal('buys') ?? zero, candle.decimal('sells') ?? zero)
    )
  }
}

/** Two digits finer than the prices. */
export const vwapOf = ({ notional, volume }: Sums, priceScale: number): Decimal | null =>
  averagePrice(notional, volume, priceScale + 2)
