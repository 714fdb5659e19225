export interface Column<Name extends string = string> {
  readonly name: Name
  readonly title: string
  /** In pixels. */
  readonly min: number
  /** Its share of what is left over. */
  readonly share: number
  readonly align?: 'right' | 'centre'
}

export interface ColumnSort {
  /** The name of the column; null for the order of the rows. */
  readonly by: string | null
  readonly descending: boolean
  readonly onsort: (name: string) => void
}

const gap = 16
const beside = 2 * 14 + 10

interface Fitting<Name extends string> {
  /** Those that give way last come first. */
  readonly inOrderOfWorth: readonly Name[]
  /** However narrow it is. */
  readonly atLeast: number
}

/** The columns that fit, in the order in which they stand. */
export function fittingColumns<Name extends string>(
  columns: readonly Column<Name>[],
  width: number,
  { inOrderOfWorth, atLeast }: Fitting<Name>
): readonly Column<Name>[] {
  const taken: Name[] = []
  let used = beside - gap
  for (const name of inOrderOfWorth) {
    const column = columns.find((one) => one.name === name)
    if (!column) continue
    if (used + gap + column.min > width && taken.length >= atLeast) break
    taken.push(name)
    used += gap + column.min
  }
  return columns.filter(({ name }) => taken.includes(name))
}

/** By columns that have no more than they need. */
export const widthTaken = (columns: readonly Column[]) =>
  columns.reduce((sum, { min }) => sum + gap + min, beside - gap)

/** As CSS writes them. */
export const templateOf = (columns: readonly Column[]) =>
  columns.map(({ min, share }) => (share > 0 ? `minmax(${min}px, ${share}fr)` : `${min}px`)).join(' ')
