import type { SqlColumn } from '#shared/contract/recording/sql'
import type { Point } from '../../lib/plot/plot'
import type { ShownResult } from './sql.svelte'

/** The number of the row, as an axis. */
export const rowNumber = -1

export interface AxisColumn {
  /** Of the result, or `rowNumber`. */
  readonly place: number
  readonly name: string
  readonly isTime: boolean
}

const nanoseconds = 1e6

const isNanoseconds = ({ name, type }: SqlColumn) => type === 'BIGINT' && name.endsWith('_ns')

/** Columns that can be drawn. */
export const axisColumns = (columns: readonly SqlColumn[]): readonly AxisColumn[] =>
  columns.flatMap((column, place) =>
    column.kind === 'text'
      ? []
      : [{ place, name: column.name, isTime: column.kind === 'time' || isNanoseconds(column) }]
  )

/** The default columns: not the part of the tables that only names or orders their rows. */
export function usualAxes(columns: readonly AxisColumn[]): {
  readonly x: AxisColumn | undefined
  readonly y: AxisColumn | undefined
} {
  const [times, numbers] = [columns.filter(({ isTime }) => isTime), columns.filter(({ isTime }) => !isTime)]
  const x = times.find(({ name }) => name !== 'date') ?? times[0]
  const y = numbers.find(({ name, place }) => name !== 'seq' && place > (x?.place ?? -1)) ?? numbers[0]
  return { x, y }
}

/** Null if it is not a finite number; times in milliseconds since the epoch. */
function numberOf(value: string | null | undefined, isTime: boolean): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = !isTime
    ? Number(value)
    : /^-?\d+$/.test(value)
      ? Number(value) / nanoseconds
      : Date.parse(isoOf(value))
  return Number.isFinite(number) ? number : null
}

/** All times are UTC. DuckDB writes zones as +00, and dates without a time. */
function isoOf(text: string): string {
  const [day = '', time = '00:00:00'] = text
    .replace(/[+-]\d\d(:\d\d)?$/, (zone) => (text.length > 10 ? '' : zone))
    .split(' ')
  return `${day}T${time}Z`
}

export interface ChartPoint extends Point {
  /** Of the row in the result. */
  readonly row: number
}

/** In pieces: rows without a number are gaps. Each piece is in the order of the horizontal axis. */
export function chartPieces(
  { rows }: Pick<ShownResult, 'rows'>,
  x: AxisColumn,
  y: AxisColumn
): readonly (readonly ChartPoint[])[] {
  const all = rows
    .map((row, index) => ({
      at: x.place === rowNumber ? index + 1 : numberOf(row[x.place], x.isTime),
      value: numberOf(row[y.place], y.isTime),
      row: index
    }))
    .filter((point): point is typeof point & { at: number } => point.at !== null)
    .sort((one, other) => one.at - other.at)
  const pieces: ChartPoint[][] = [[]]
  for (const { at, value, row } of all)
    if (value === null) pieces.push([])
    else pieces.at(-1)!.push({ at, value, row })
  return pieces.filter(({ length }) => length > 0)
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** Null without points; never empty. */
export function rangeOf(pieces: readonly (readonly ChartPoint[])[], of: 'at' | 'value'): Range | null {
  let min = Infinity
  let max = -Infinity
  for (const piece of pieces)
    for (const point of piece) {
      min = Math.min(min, point[of])
      max = Math.max(max, point[of])
    }
  if (min > max) return null
  return min === max ? { min: min - 1, max: max + 1 } : { min, max }
}
