import type { Decimal } from '../../base/decimal'
import { nanosecondsInSecond, type Nanoseconds } from '../../base/time'
import { field } from './layout'
import type { LongCandle } from './long-candle'

/** Exact numbers. */
export interface Candle {
  readonly start: number
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
  readonly openAt: Nanoseconds
  readonly closeAt: Nanoseconds
  readonly volume: Decimal
  /** By inferred aggressor; unknown ones are in neither. */
  readonly buyVolume: Decimal
  readonly sellVolume: Decimal
  readonly notional: Decimal
  readonly trades: number
}

export function candleFrom(data: Float64Array, base: number, long: LongCandle): Candle {
  const start = data[base + field.start]!
  const moment = (offset: number) => BigInt(start) * nanosecondsInSecond + BigInt(data[base + offset]!)
  const price = (units: bigint): Decimal => ({ units, scale: long.priceScale })
  const amount = (units: bigint): Decimal => ({ units, scale: long.amountScale })
  return {
    start,
    open: price(long.open),
    high: price(long.high),
    low: price(long.low),
    close: price(long.close),
    openAt: moment(field.openAt),
    closeAt: moment(field.closeAt),
    volume: amount(long.volume),
    buyVolume: amount(long.buys),
    sellVolume: amount(long.sells),
    notional: { units: long.notional, scale: long.priceScale + long.amountScale },
    trades: data[base + field.trades]!
  }
}

/** Rounded half up; null without volume. */
export function averagePrice(notional: Decimal, volume: Decimal, digits: number): Decimal | null {
  if (volume.units === 0n) return null
  const more = digits + volume.scale - notional.scale
  const above = more >= 0 ? notional.units * 10n ** BigInt(more) : notional.units
  const below = more >= 0 ? volume.units : volume.units * 10n ** BigInt(-more)
  return { units: roundedQuotient(above, below), scale: digits }
}

function roundedQuotient(above: bigint, below: bigint): bigint {
  const twice = 2n * above + below
  const quotient = twice / (2n * below)
  return twice % (2n * below) !== 0n && twice < 0n !== below < 0n ? quotient - 1n : quotient
}
