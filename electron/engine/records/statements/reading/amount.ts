import { parseDecimal, type Decimal } from '#shared/domain/base/decimal'

export const plainAmount = /^-?\d{1,40}(\.\d{1,40})?$/
/** `1,000.50` and `1,000,000` can be read in one way alone; `1,000` can be a thousand, or one. */
const grouped = /^-?\d{1,3}(,\d{3}){1,12}(\.\d{1,40})?$/

export interface Amount {
  readonly value: Decimal
  /** Its evidence about the marks of its column: a point before decimals proves that commas group digits. */
  readonly reads: 'plain' | 'proof' | 'unsure'
}

/** The amount in a cell, or null. */
export function amountOf(cell: string): Amount | null {
  // `+0.50` and `.50` are amounts as well; the sums are written as people know them.
  const text = cell
    .trim()
    .replace(/^\+(?=[\d.])/, '')
    .replace(/^(-?)\.(?=\d)/, '$10.')
  const isGrouped = grouped.test(text)
  if (!isGrouped && !plainAmount.test(text)) return null
  const value = parseDecimal(text.replaceAll(',', ''))
  if (!value) return null
  if (text.includes('.')) return { value, reads: 'proof' }
  if (!isGrouped) return { value, reads: 'plain' }
  return { value, reads: text.split(',').length > 2 ? 'proof' : 'unsure' }
}
