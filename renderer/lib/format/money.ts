import {
  divideDecimals,
  formatDecimal as plainText,
  parseDecimal,
  type Decimal,
  type Rounding
} from '#shared/domain/base/decimal'
import { formatDecimal, type NumberFormat } from './number'

const one: Decimal = { units: 1n, scale: 0 }
const usual = 2
/** The significant digits of amounts below one, where two digits could be zeros. */
const significant = 3

/** An exact sum to two digits, rounded to the nearest, or outwards if the sum is a bound. */
export function moneyText(
  sum: string | Decimal,
  format: NumberFormat,
  rounding: Rounding = 'nearest'
): string {
  const value = typeof sum === 'string' ? parseDecimal(sum) : sum
  if (!value) return formatDecimal('', format)
  const places = placesOf(value)
  return formatDecimal(plainText(divideDecimals(value, one, places, rounding)), format, { places })
}

function placesOf({ units, scale }: Decimal): number {
  const digits = (units < 0n ? -units : units).toString().length
  const zeros = scale - digits
  return units === 0n || zeros < 0 ? usual : Math.max(usual, Math.min(scale, zeros + significant))
}
