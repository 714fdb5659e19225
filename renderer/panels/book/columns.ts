export const columnNames = ['traded', 'price', 'size', 'total'] as const
export type ColumnName = (typeof columnNames)[number]

/** Characters per column; 0 if hidden. */
export type Lengths = Readonly<Record<ColumnName, number>>

export interface Columns {
  /** In pixels. */
  readonly type: number
  /** The right edge of each column's figures; NaN if hidden. */
  readonly ends: Readonly<Record<ColumnName, number>>
  /** The width of the traded volume bars; 0 if hidden. */
  readonly bars: number
  /** Their right edge. */
  readonly barsEnd: number
}

const maxType = 12
/** The smallest readable size. */
const minType = 10
const edge = 10
const minGap = 8
const maxGap = 56
/** The smallest useful width. */
const minBars = 26
const maxBars = 52

/** The order in which columns are dropped. */
const folds: readonly (readonly ColumnName[])[] = [
  ['traded', 'price', 'size', 'total'],
  ['price', 'size', 'total'],
  ['price', 'size'],
  ['price']
]

/** The type shrinks first, then traded volume shows only bars, then columns are dropped. */
export function layColumns(lengths: Lengths, width: number, characterAt: (type: number) => number): Columns {
  for (const names of folds) {
    const shown = names.filter((name) => lengths[name] > 0)
    for (let type = maxType; type >= minType; type -= 1) {
      const character = characterAt(type)
      const placed = shown.includes('traded')
        ? (withBars(shown, lengths, width, character, type) ??
          withBars(without(shown), lengths, width, character, type))
        : layOut(shown, lengths, width, character, type)
      if (placed) return placed
    }
  }
  const end = Math.max(edge, width - edge)
  const ends = { traded: NaN, price: end, size: NaN, total: NaN }
  return { type: minType, ends, bars: 0, barsEnd: NaN }
}

const without = (names: readonly ColumnName[]) => names.filter((name) => name !== 'traded')

const room = (names: readonly ColumnName[], lengths: Lengths, width: number, character: number) =>
  width - 2 * edge - names.reduce((sum, name) => sum + lengths[name] * character, 0)

function layOut(
  names: readonly ColumnName[],
  lengths: Lengths,
  width: number,
  character: number,
  type: number,
  from = 0
): Columns | null {
  const free = room(names, lengths, width - from, character)
  const gaps = Math.max(1, names.length - 1)
  if (free < minGap * (names.length - 1)) return null
  const gap = Math.min(maxGap, free / gaps)
  const ends: Record<ColumnName, number> = { traded: NaN, price: NaN, size: NaN, total: NaN }
  let end = width - edge
  // From the right, so that free space is before the prices.
  for (const name of names.toReversed()) {
    ends[name] = Math.round(end)
    end -= lengths[name] * character + gap
  }
  return { type, ends, bars: 0, barsEnd: NaN }
}

/** Adds bars before the traded volume, or before the prices if its figures are hidden. */
function withBars(
  names: readonly ColumnName[],
  lengths: Lengths,
  width: number,
  character: number,
  type: number
): Columns | null {
  const free = room(names, lengths, width, character) - minGap * names.length
  if (free < minBars) return null
  const bars = Math.round(Math.min(maxBars, Math.max(minBars, free / 3)))
  const placed = layOut(names, lengths, width, character, type, bars + minGap)
  if (!placed) return null
  const first = names[0]!
  const end = placed.ends[first] - lengths[first] * character - minGap
  return { ...placed, bars, barsEnd: names.includes('traded') ? Math.floor(end) : edge + bars }
}

/** The right edge of a column header; NaN if hidden. */
export const headEnd = ({ ends, barsEnd }: Columns, name: ColumnName): number =>
  name === 'traded' && Number.isNaN(ends.traded) ? barsEnd : ends[name]

/** Mirrors a lane: prices right, totals left. */
export function mirrored(columns: Columns, lengths: Lengths, width: number, character: number): Columns {
  const flip = (name: ColumnName) => {
    const end = columns.ends[name]
    return Number.isNaN(end) ? NaN : Math.round(width - end + lengths[name] * character)
  }
  return {
    ...columns,
    barsEnd: width - columns.barsEnd + columns.bars,
    ends: { traded: flip('traded'), price: flip('price'), size: flip('size'), total: flip('total') }
  }
}

/** Fits the headers. */
const min: Lengths = { traded: 0, price: 5, size: 4, total: 0 }

/** Lengths only grow, so that columns do not move. */
export class GrowingLengths {
  readonly lengths: Record<ColumnName, number> = { ...min }
  version = 0

  see(name: ColumnName, length: number): void {
    if (length <= this.lengths[name]) return
    this.lengths[name] = length
    this.version += 1
  }

  reset(): void {
    Object.assign(this.lengths, min)
    this.version += 1
  }
}
