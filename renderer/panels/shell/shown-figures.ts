import { formatDecimal, type NumberFormat } from '../../lib/format/number'
import type { TableFigures } from '../../lib/panel-export'

interface ShownColumn {
  readonly name: string
  /** Left-aligned text. */
  readonly words: boolean
  readonly cells: readonly string[]
}

/** A number with an optional prefix. */
const figure = /^((?:[≤≥≈] ?|at least )?)(-?\d+(?:\.(\d+))?)$/
const startsWithDigit = /^(?:at least |[^\p{L}])*\d/u

/** Grouped and aligned at the decimal mark, without rounding. */
export function shownColumns({ columns, rows }: TableFigures, numbers: NumberFormat): readonly ShownColumn[] {
  return columns.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? '')
    const found = cells.map((cell) => figure.exec(cell))
    const places = Math.max(0, ...found.map((match) => match?.[3]?.length ?? 0))
    return {
      name,
      words: !cells.some((cell) => startsWithDigit.test(cell)),
      cells: cells.map((cell, row) => {
        const match = found[row]
        return match ? match[1]! + formatDecimal(match[2]!, numbers, { places }) : cell
      })
    }
  })
}
