import { recordingsText } from '../../messages/recordings'
import { fittingColumns, type Column as UiColumn } from '../../ui/columns'

const { columns: text } = recordingsText

type ColumnName = keyof typeof text
export type Column = UiColumn<ColumnName>

const column = (name: ColumnName, min: number, share = 0, align?: 'right'): Column => ({
  name,
  title: text[name],
  min,
  share,
  ...(align && { align })
})

const all = [
  column('day', 150),
  column('times', 152),
  column('strip', 140, 4),
  column('gaps', 118),
  column('markets', 90, 3),
  column('messages', 96, 0, 'right'),
  column('size', 76, 0, 'right'),
  column('integrity', 120)
]

const inOrderOfWorth: readonly ColumnName[] = [
  'day',
  'size',
  'integrity',
  'strip',
  'times',
  'gaps',
  'messages',
  'markets'
]

export const columnsFor = (width: number): readonly Column[] =>
  fittingColumns(all, width, { inOrderOfWorth, atLeast: 3 })
