import type { StatementRow } from '#shared/contract/records/statements/index'
import { statementsText } from '#renderer/messages/statements'
import { fittingColumns, type Column as UiColumn } from '../../ui/columns'
import { fractionOf } from './words'

type ColumnName = 'period' | 'asset' | 'accrued' | 'average' | 'files' | 'state' | 'connection' | 'id'

export type Column = UiColumn<ColumnName>

const title = statementsText.columns
const all: readonly Column[] = [
  { name: 'period', title: title.period, min: 66, share: 0.3 },
  { name: 'asset', title: title.asset, min: 56, share: 0.2 },
  { name: 'accrued', title: title.accrued, min: 112, share: 0.6, align: 'right' },
  { name: 'average', title: title.average, min: 142, share: 0.6, align: 'right' },
  { name: 'files', title: title.files, min: 88, share: 0.3 },
  { name: 'state', title: title.state, min: 150, share: 0.6 },
  { name: 'connection', title: title.connection, min: 120, share: 0.5 },
  { name: 'id', title: title.id, min: 264, share: 0.3 }
]
/** Those that give way last come first. */
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
export const columnsFor = (width: number, severalConnections: boolean): readonly Column[] =>
  fittingColumns(
    all.filter(({ name }) => name !== 'connection' || severalConnections),
    width,
    { inOrderOfWorth, atLeast: 4 }
  )

/** The widest fraction of each column of amounts, in figures with the sign before them. */
export interface ArchiveLocations {
  readonly accrued: number
  readonly average: number
}
/** Beyond it a long fraction alone would push all others out of their column. */
const maxPlaces = 9

export const placesAmong = (amounts: readonly (string | null)[]) =>
  amounts.reduce((max, amount) => Math.max(max, Math.min(maxPlaces, fractionOf(amount))), 0)

export const placesOf = (rows: readonly StatementRow[]): ArchiveLocations => {
  return {
    accrued: placesAmong(rows.map(({ totalAccrued }) => totalAccrued)),
    average: placesAmong(rows.map(({ averageDailyBalance }) => averageDailyBalance))
  }
}
