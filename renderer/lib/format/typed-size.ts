import {
  canonicalDecimal,
  formatDecimal as plainText,
  multiplyDecimals,
  parseDecimal
} from '#shared/domain/base/decimal'
import { sizePattern } from '#shared/contract/market/panels/trades'
import type { NumberFormat } from './number'

const maxLength = 30
const grouped = /^[1-9]\d{0,2}(?:[,.'\s]\d{3})+$/

const powers: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 }

/** A size in the user's number format, also as 50k or 1.5m, as a plain decimal; null if invalid. */
export function typedSize(typed: string, format: NumberFormat): string | null {
  const text = typed.trim().toLowerCase()
  const power = powers[text.slice(-1)] ?? 0
  const bare = plainSize(power === 0 ? text : text.slice(0, -1).trimEnd(), format)
  if (bare === null || power === 0) return bare
  const size = multiplyDecimals(parseDecimal(bare)!, { units: 10n ** BigInt(power), scale: 0 })
  const exact = canonicalDecimal(plainText(size))!
  return sizePattern.test(exact) ? exact : null
}

/** Null if it is not above zero. */
export function typedAmount(typed: string, format: NumberFormat): string | null {
  const size = typedSize(typed, format)
  return size !== null && size.length <= maxLength && /[1-9]/.test(size) ? size : null
}

function plainSize(text: string, format: NumberFormat): string | null {
  const mark = format.endsWith(',56') ? ',' : '.'
  const point = text.lastIndexOf(mark)
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  const digits = grouped.test(whole) && !whole.includes(mark) ? whole.replace(/\D/g, '') : whole
  // A point that is not a group separator is a decimal point.
  const plain = fraction === '' ? digits : `${digits}.${fraction}`
  const bare = plain.startsWith('.') ? `0${plain}` : plain
  return sizePattern.test(bare) ? canonicalDecimal(bare) : null
}
