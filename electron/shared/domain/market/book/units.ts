import { canonical, type Decimal } from '../../base/decimal'

/** Up to here every whole number is a double of its own. */
export const limit = Number.MAX_SAFE_INTEGER

/**
 * The powers of ten for every difference of scales that a packed message can have. Doubles hold the first 23 exactly;
 * the rest are merely so great that nothing but zero fits beside them.
 */
export const powers = Float64Array.from({ length: 256 }, (_, power) =>
  power < 23 ? Number(10n ** BigInt(power)) : 1e300
)

/** The units at `scale`, or NaN where that would take a fraction or more than a double holds exactly. */
export function unitsAt(units: number, from: number, scale: number): number {
  const up = scale - from
  if (up >= 0) {
    const grown = units * powers[up]!
    return grown <= limit && grown >= -limit ? grown : NaN
  }
  const cut = Math.floor(units / powers[-up]!)
  return cut * powers[-up]! === units ? cut : NaN
}

/** How many fraction digits the number needs once its trailing zeros are gone. */
export function neededScale(units: number, scale: number): number {
  if (units === 0) return 0
  while (scale > 0 && units % 10 === 0) {
    units /= 10
    scale -= 1
  }
  return scale
}

/** The same as `unitsAt`, from a decimal of any precision. */
export function decimalUnitsAt(value: Decimal, scale: number): number {
  const { units, scale: from } = canonical(value)
  if (from > scale) return NaN
  // Both limits keep hostile scales from building numbers of a million digits only to refuse them.
  if (units === 0n) return 0
  if (scale - from > 15) return NaN
  const grown = units * 10n ** BigInt(scale - from)
  return grown <= BigInt(limit) && grown >= -BigInt(limit) ? Number(grown) : NaN
}
