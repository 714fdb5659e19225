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

const powers = [
  { digits: 0, mark: '' },
  { digits: 3, mark: 'k' },
  { digits: 6, mark: 'M' },
  { digits: 9, mark: 'B' }
] as const

/** To three significant digits: 22.4M, 842k, 31.5. */
export function shortMoney(sum: Decimal, format: NumberFormat): string {
  let text = formatDecimal('0', format)
  if (sum.units === 0n) return text
  for (const { digits, mark } of powers) {
    const scaled = { units: sum.units, scale: sum.scale + digits }
    // Rounding may add a digit: 999.6 is 1.00k.
    const whole = wholeDigits(roundedTo(scaled, significant - wholeDigits(scaled)))
    text = formatDecimal(plainText(roundedTo(scaled, significant - whole)), format) + mark
    if (whole <= significant) break
  }
  return text
}

const roundedTo = (value: Decimal, places: number) => divideDecimals(value, one, Math.max(0, places))

const wholeDigits = ({ units, scale }: Decimal) =>
  Math.max(0, (units < 0n ? -units : units).toString().length - scale)
