import type { NumberFormat } from '../../lib/format/number'

const groups: Record<NumberFormat, RegExp> = {
  '1,234.56': /,/g,
  '1.234,56': /\./g,
  '1 234.56': /[\s\u00a0]/g,
  '1 234,56': /[\s\u00a0]/g,
  "1'234.56": /['’]/g,
  '1234.56': /(?!)/g
}

/** Parses a positive decimal in the user's format; null if invalid. */
export function typedDecimal(text: string, format: NumberFormat): string | null {
  const comma = format.endsWith(',56')
  const bare = text.trim().replace(groups[format], '')
  const plain = comma ? bare.replace(',', '.') : bare
  return /^\d{1,30}(\.\d{1,30})?$/.test(plain) && /[1-9]/.test(plain) ? plain : null
}

/** With the format's decimal mark, without grouping. */
export const fieldText = (plain: string, format: NumberFormat) =>
  format.endsWith(',56') ? plain.replace('.', ',') : plain

export function typedCount(text: string, min: number, max: number): number | null {
  const bare = text.trim()
  if (!/^\d{1,6}$/.test(bare)) return null
  const count = Number(bare)
  return count >= min && count <= max ? count : null
}
