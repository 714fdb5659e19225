import type { ClockKind } from '../../lib/format/time'
import { fittingColumns, type Column as UiColumn } from '../../ui/columns'

type ColumnName =
  | 'lookedUp'
  | 'amount'
  | 'pair'
  | 'status'
  | 'created'
  | 'ended'
  | 'note'
  | 'refId'
  | 'id'
  | 'watch'

export type Column = UiColumn<ColumnName>

const column = (name: ColumnName, title: string, least: number, share = 0): Column => ({
  name,
  title,
  least,
  share,
  ...(name === 'amount' && { align: 'right' })
})

/** Those that give way last come first. */
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
    column('amount', 'Amount', 124, 1),
    column('pair', 'Pair', 118, 1),
    column('status', 'Status', 98, 2),
    column('created', `Created${zone}`, time, 2),
    column('ended', `Ended${zone}`, time, 3),
    column('note', 'Note', 96, 14),
    column('refId', 'Ref id', 150, 6),
    column('id', 'Id', 262, 2),
    column('watch', 'Watched, next', 104)
  ]
  return fittingColumns(all, width, { inOrderOfWorth, atLeast: 3 })
}
