import { conversionsText } from '#renderer/messages/conversions'
import type { ClockKind } from '../../lib/format/time'
import { fittingColumns, type Column as UiColumn } from '../../ui/columns'

const { columns: text } = conversionsText

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

const column = (name: ColumnName, title: string, min: number, share = 0): Column => ({
  name,
  title,
  min,
  share,
  ...(name === 'amount' && { align: 'right' })
})

/** Most important first. */
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

export function columnsFor(width: number, clock: ClockKind): readonly Column[] {
  // Local times include the zone, which changes with daylight saving.
  const time = clock === 'utc' ? 138 : 210
  const isUtc = clock === 'utc'
  const all = [
    column('lookedUp', text.lookedUp, 98),
    column('amount', text.amount, 124, 1),
    column('pair', text.pair, 118, 1),
    column('status', text.status, 98, 2),
    column('created', isUtc ? text.createdUtc : text.created, time, 2),
    column('ended', isUtc ? text.endedUtc : text.ended, time, 3),
    column('note', text.note, 96, 14),
    column('refId', text.refId, 150, 6),
    column('id', text.id, 262, 2),
    column('watch', text.watch, 104)
  ]
  return fittingColumns(all, width, { inOrderOfWorth, atLeast: 3 })
}
