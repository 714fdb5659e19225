import type { NumberFormat } from '../../lib/format/number'

/** With the format's decimal mark, without grouping. */
export const fieldText = (plain: string, format: NumberFormat) =>
  format.endsWith(',56') ? plain.replace('.', ',') : plain

export function typedCount(text: string, min: number, max: number): number | null {
  const bare = text.trim()
  if (!/^\d{1,6}$/.test(bare)) return null
  const count = Number(bare)
  return count >= min && count <= max ? count : null
}
