import { formatUnits, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { Figures } from '#shared/contract/market/market-news'

/** The exact decimal in a cell as plain text; null if the cell is empty. */
export function cellText({ values, exact }: Figures, cell: number, scale: number): string | null {
  const value = values[cell]
  if (value === undefined || Number.isNaN(value)) return null
  return exact?.get(cell) ?? formatUnits(value, scale)
}

/** The same, for computing. */
export function cellDecimal({ values, exact }: Figures, cell: number, scale: number): Decimal | null {
  const value = values[cell]
  if (value === undefined || Number.isNaN(value)) return null
  const text = exact?.get(cell)
  return text === undefined ? { units: BigInt(value), scale } : parseDecimal(text)
}

/** The nearest double, for positions in a drawing and never for a number that is shown. */
export const cellValue = ({ values }: Figures, cell: number, scale: number): number =>
  (values[cell] ?? NaN) / 10 ** scale
