import type { ClockKind } from '../../lib/format/time'

export type ColumnName =
  'lookedUp' | 'amount' | 'pair' | 'status' | 'created' | 'ended' | 'note' | 'refId' | 'id' | 'watch'

export interface Column {
  readonly name: ColumnName
  readonly title: string
  /** In pixels. */
  readonly least: number
  /** Its share of what is left over. */
  readonly share: number
  readonly isNumber: boolean
}

const gap = 16
const beside = 2 * 14 + 10

const column = (name: ColumnName, title: string, least: number, share = 0): Column => ({
  name,
  title,
  least,
  share,
  isNumber: name === 'amount'
})

/** Those that give way first where there is little room. */
const inOrderOfWorth: readonly ColumnName[] = [
  'amount',
  'status',
  'watch',
  'pair',
  'ended',
  'lookedUp',
  'created',
  'note',
  'id',
  'refId'
]

/** The columns that fit, in the order in which they stand. */
export function columnsFor(width: number, clock: ClockKind): readonly Column[] {
  // Local times carry their zone each: it is another one in summer and in winter.
  const time = clock === 'utc' ? 138 : 210
  const zone = clock === 'utc' ? ', UTC' : ''
  const all = [
    column('lookedUp', 'Looked up', 98),
    column('amount', 'Amount', 124, 0.1),
    column('pair', 'Pair', 118, 0.1),
    column('status', 'Status', 98, 0.2),
    column('created', `Created${zone}`, time, 0.2),
    column('ended', `Ended${zone}`, Math.max(time, 150), 0.3),
    column('note', 'Note', 96, 1.4),
    column('refId', 'Ref id', 150, 0.6),
    column('id', 'Id', 262, 0.2),
    column('watch', 'Watch', 44)
  ]
  const room = width - beside
  const taken: ColumnName[] = []
  let used = -gap
  for (const name of inOrderOfWorth) {
    const { least } = all.find((each) => each.name === name)!
    if (used + gap + least > room && taken.length > 2) break
    taken.push(name)
    used += gap + least
  }
  return all.filter(({ name }) => taken.includes(name))
}

/** Shares of less than one in all would leave room over. */
export const templateOf = (columns: readonly Column[]) =>
  columns
    .map(({ least, share }) => (share > 0 ? `minmax(${least}px, ${share * 10}fr)` : `${least}px`))
    .join(' ')
