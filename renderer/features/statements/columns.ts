export type ColumnName = 'period' | 'asset' | 'accrued' | 'average' | 'files' | 'state' | 'connection' | 'id'

export interface Column {
  readonly name: ColumnName
  readonly title: string
  /** In pixels. */
  readonly least: number
  /** Its share of what is left over. */
  readonly share: number
}

const gap = 16
const beside = 2 * 14 + 10

const all: readonly Column[] = [
  { name: 'period', title: 'Period', least: 66, share: 0.3 },
  { name: 'asset', title: 'Asset', least: 56, share: 0.2 },
  { name: 'accrued', title: 'Accrued', least: 112, share: 0.6 },
  { name: 'average', title: 'Avg daily balance', least: 132, share: 0.6 },
  { name: 'files', title: 'Files', least: 88, share: 0.3 },
  { name: 'state', title: 'State', least: 150, share: 0.6 },
  { name: 'connection', title: 'Connection', least: 120, share: 0.5 },
  { name: 'id', title: 'Id', least: 264, share: 0.3 }
]
/** Those that give way first come last. */
const inOrderOfWorth: readonly ColumnName[] = [
  'period',
  'asset',
  'accrued',
  'connection',
  'state',
  'files',
  'average',
  'id'
]

/** The columns that fit, in the order in which they stand. */
export function columnsFor(width: number, severalConnections: boolean): readonly Column[] {
  const room = width - beside
  const taken: ColumnName[] = []
  let used = -gap
  for (const name of inOrderOfWorth) {
    if (name === 'connection' && !severalConnections) continue
    const { least } = all.find((one) => one.name === name)!
    if (used + gap + least > room && taken.length > 3) break
    taken.push(name)
    used += gap + least
  }
  return all.filter(({ name }) => taken.includes(name))
}

export const templateOf = (columns: readonly Column[]) =>
  columns.map(({ least, share }) => `minmax(${least}px, ${share}fr)`).join(' ')
