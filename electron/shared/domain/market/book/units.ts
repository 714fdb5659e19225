import { canonical, type Decimal } from '../../base/decimal'

/** Integers up to here are exact in doubles. */
export const limit = Number.MAX_SAFE_INTEGER

/** Powers of ten for every scale difference. The first 23 are exact; larger ones only let zero fit. */
export const powers = Float64Array.from({ length: 256 }, (_, power) =>
  power < 23 ? Number(10n ** BigInt(power)) : 1e300
)

/** NaN if not a whole number or too large. */
export function unitsAt(units: number, from: number, scale: number): number {
  const up = scale - from
  if (up >= 0) {
    const grown = units * powers[up]!
    return grown <= limit && grown >= -limit ? grown : NaN
  }
  const cut = Math.floor(units / powers[-up]!)
  return cut * powers[-up]! === units ? cut : NaN
}

export function neededScale(units: number, scale: number): number {
  if (units === 0) return 0
  while (scale > 0 && units % 10 === 0) {
    units /= 10
    scale -= 1
  }
  return scale
}

export function decimalUnitsAt(value: Decimal, scale: number): number {
  const { units, scale: from } = canonical(value)
  if (from > scale) return NaN
  // Prevents hostile scales from building huge numbers only to refuse them.
  if (units === 0n) return 0
  if (scale - from > 15) return NaN
  const grown = units * 10n ** BigInt(scale - from)
  return grown <= BigInt(limit) && grown >= -BigInt(limit) ? Number(grown) : NaN
}
