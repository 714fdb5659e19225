import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { ChartCandle } from '../../../lib/markets'
import { averaged, noAverage, type Average, type AverageRule } from './average'

const zero: Decimal = { units: 0n, scale: 0 }
const hundred: Decimal = { units: 100n, scale: 0 }
const largest = (one: Decimal, other: Decimal) => (compareDecimals(one, other) < 0 ? other : one)

/** Of the closes. */
export function emaStep(before: Average | null, candle: ChartCandle, rule: AverageRule): Average {
  return averaged(before ?? noAverage, candle.decimal('close') ?? zero, rule)
}

export interface TrueRange {
  readonly close: Decimal
  readonly average: Average
}

export function atrStep(before: TrueRange | null, candle: ChartCandle, rule: AverageRule): TrueRange {
  const close = candle.decimal('close') ?? zero
  const last = before?.close
  const [high, low] = [candle.decimal('high') ?? zero, candle.decimal('low') ?? zero]
  const top = last ? largest(high, last) : high
  const bottom = last && compareDecimals(last, low) < 0 ? last : low
  const range = subtractDecimals(top, bottom)
  return { close, average: averaged(before?.average ?? noAverage, range, rule) }
}

export interface Strength {
  readonly close: Decimal
  readonly gains: Average
  readonly losses: Average
}

/** The first candle has no change yet. */
export function rsiStep(before: Strength | null, candle: ChartCandle, rule: AverageRule): Strength {
  const close = candle.decimal('close') ?? zero
  if (!before) return { close, gains: noAverage, losses: noAverage }
  const change = subtractDecimals(close, before.close)
  // With the digits of the prices, because averages have a few more than their values.
  const none = { units: 0n, scale: change.scale }
  return {
    close,
    gains: averaged(before.gains, largest(change, none), rule),
    losses: averaged(before.losses, largest(subtractDecimals(none, change), none), rule)
  }
}

const rsiDigits = 2

/** From 0 to 100; 50 if no price has changed. */
export function rsiOf({ gains, losses }: Strength): Decimal {
  const all = addDecimals(gains.value, losses.value)
  if (all.units === 0n) return { units: 50n, scale: 0 }
  return divideDecimals(multiplyDecimals(gains.value, hundred), all, rsiDigits)
}
