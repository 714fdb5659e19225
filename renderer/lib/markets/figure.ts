import { formatUnits, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { Figures } from '#shared/contract/market/market-news'

/** The decimal in a cell, exact, as plain text; null where the cell has none. */
export function cellText({ values, exact }: Figures, cell: number, scale: number): string | null {
  const value = values[cell]
  if (value === undefined || Number.isNaN(value)) return null
  return exact?.get(cell) ?? formatUnits(value, scale)
}

/** The same for computing with it. */
export function cellDecimal({ values, exact }: Figures, cell: number, scale: number): Decimal | null {
  const value = values[cell]
  if (value === undefined || Number.isNaN(value)) return null
  const text = exact?.get(cell)
  return text === undefined ? { units: BigInt(value), scale } : parseDecimal(text)
}

/** The nearest double: for where a bar ends or a line goes, never for a number that is shown. */
export const cellValue = ({ values }: Figures, cell: number, scale: number): number =>
  (values[cell] ?? NaN) / 10 ** scale
