import { addDecimals, divideDecimals, multiplyDecimals, type Decimal } from '#shared/domain/base/decimal'

/** Digits beyond those of the values, so that the rounding of one step never shows. */
export const guardDigits = 10

/** Begins as the mean of the first values, then moves towards each one by `weight` / `of`. */
export interface AverageRule {
  readonly period: number
  readonly weight: number
  readonly of: number
}

export const exponential = (period: number): AverageRule => ({ period, weight: 2, of: period + 1 })
/** Wilder's. */
export const smoothed = (period: number): AverageRule => ({ period, weight: 1, of: period })

export interface Average {
  /** Values so far, up to the period. */
  readonly count: number
  /** Their sum until the period is reached, then the average. */
  readonly value: Decimal
}

export const noAverage: Average = { count: 0, value: { units: 0n, scale: 0 } }

const whole = (count: number): Decimal => ({ units: BigInt(count), scale: 0 })

export function averaged(before: Average, value: Decimal, { period, weight, of }: AverageRule): Average {
  const scale = Math.max(before.value.scale, value.scale + guardDigits)
  if (before.count < period) {
    const count = before.count + 1
    const sum = addDecimals(before.value, value)
    return { count, value: count < period ? sum : divideDecimals(sum, whole(period), scale) }
  }
  const kept = multiplyDecimals(before.value, whole(of - weight))
  const moved = addDecimals(kept, multiplyDecimals(value, whole(weight)))
  return { count: period, value: divideDecimals(moved, whole(of), scale) }
}
