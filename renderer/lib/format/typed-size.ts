import { canonicalDecimal } from '#shared/domain/base/decimal'
import { sizePattern } from '#shared/contract/market/panels/trades'
import type { NumberFormat } from './number'

const grouped = /^[1-9]\d{0,2}(?:[,.'\s]\d{3})+$/

/** A size in the user's number format as a plain decimal; null if invalid. */
export function typedSize(typed: string, format: NumberFormat): string | null {
  const mark = format.endsWith(',56') ? ',' : '.'
  const text = typed.trim()
  const point = text.lastIndexOf(mark)
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  const digits = grouped.test(whole) && !whole.includes(mark) ? whole.replace(/\D/g, '') : whole
  // A point that is not a group separator is a decimal point.
  const plain = fraction === '' ? digits : `${digits}.${fraction}`
  const bare = plain.startsWith('.') ? `0${plain}` : plain
  return sizePattern.test(bare) ? canonicalDecimal(bare) : null
}
