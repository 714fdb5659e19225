import { formatDecimal, type NumberFormat } from '../../lib/format/number'
import type { TableFigures } from '../../lib/panel-export'

interface ShownTable {
  readonly columns: readonly {
    readonly name: string
    /** Left-aligned text. */
    readonly words: boolean
  }[]
  readonly rows: readonly {
    /** The same while the row moves. */
    readonly key: string
    readonly cells: readonly string[]
  }[]
}

/** A number with an optional prefix. */
const figure = /^((?:[≤≥≈] ?|at least )?)(-?\d+(?:\.(\d+))?)$/
const startsWithDigit = /^(?:at least |[^\p{L}])*\d/u

/** Grouped, without rounding, and aligned at the decimal mark unless they are mixed. */
export function shownTable(table: TableFigures, numbers: NumberFormat): ShownTable {
  const { columns, rows } = table
  const shown = columns.map((name, index) => ({ name, ...shownColumn(table, index, numbers) }))
  const keys = keysOf(rows)
  return {
    columns: shown.map(({ name, words }) => ({ name, words })),
    rows: keys.map((key, row) => ({ key, cells: shown.map(({ cells }) => cells[row]!) }))
  }
}

function shownColumn({ rows, mixed }: TableFigures, index: number, numbers: NumberFormat) {
  const cells = rows.map((row) => row[index] ?? '')
  const found = cells.map((cell) => figure.exec(cell))
  const digits = Math.max(0, ...found.map((match) => match?.[3]?.length ?? 0))
  const options = mixed ? {} : { places: digits }
  return {
    words: !cells.some((cell) => startsWithDigit.test(cell)),
    cells: cells.map((cell, row) => {
      const match = found[row]
      return match ? match[1]! + formatDecimal(match[2]!, numbers, options) : cell
    })
  }
}

/** A time, a price or a market; where the first column is the side, with the second. Numbered if several rows have it. */
function keysOf(rows: TableFigures['rows']): readonly string[] {
  const columns = new Set(rows.map(([first]) => first)).size * 2 <= rows.length ? 2 : 1
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const name = row.slice(0, columns).join(' ')
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${count} ${name}`
  })
}
