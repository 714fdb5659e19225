import type { Settings } from '#shared/contract/app/settings'
import type { reportIds } from '#shared/contract/recording/saved-reports'
import type { ReportChart } from '#shared/contract/recording/printing'
import type { Column } from '../../ui/columns'
import type { ChoiceFields } from './fields'

export type ReportId = (typeof reportIds)[number]

export type Tone = 'good' | 'bad' | 'warning' | 'dim'

export interface ReportCell {
  readonly text: string
  /** The value to sort by; null comes last. */
  readonly value: number | null
  readonly tone?: Tone | undefined
  /** All its digits. */
  readonly exact?: string | undefined
}

export interface ReportRow {
  readonly key: string
  readonly cells: Readonly<Partial<Record<string, ReportCell>>>
  readonly partial: boolean
  /** In the chart. */
  readonly slot: number | null
  /** Where a replay may begin, in milliseconds since the epoch. */
  readonly replay: number | null
}

export interface ReportFigure {
  readonly label: string
  readonly value: string
  readonly unit: string
  readonly tone?: Tone | undefined
}

export interface ReportNote {
  readonly sentence: string
  readonly warns: boolean
  readonly replay: number | null
}

export const plainNote = (sentence: string): ReportNote => ({ sentence, warns: false, replay: null })

export interface ModelContext {
  readonly fields: ChoiceFields
  readonly settings: Settings
}

/** A report as it is shown, copied and printed. */
export interface ReportModel {
  readonly id: ReportId
  readonly title: string
  readonly about: string
  readonly figures: readonly ReportFigure[]
  readonly chart: ReportChart | null
  readonly columns: readonly Column[]
  /** Columns that give way last come first. */
  readonly worth: readonly string[]
  readonly rows: readonly ReportRow[]
  readonly total: ReportRow | null
  readonly notes: readonly ReportNote[]
  /** Such as 99.5%. */
  readonly coverage: string
}

export interface Sorting {
  readonly by: string
  readonly descending: boolean
}

/** The rows in order, those without a figure last. */
export function sortedRows(rows: readonly ReportRow[], sorting: Sorting | null): readonly ReportRow[] {
  if (!sorting) return rows
  const { by, descending } = sorting
  const turn = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [one.cells[by]?.value ?? null, other.cells[by]?.value ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (left - right) * turn
  })
}

/** Tab-separated, as spreadsheets paste it. */
export const copiedText = (columns: readonly Column[], rows: readonly ReportRow[]): string =>
  [
    columns.map(({ title }) => title),
    ...rows.map(({ cells }) => columns.map(({ name }) => cells[name]?.exact ?? cells[name]?.text ?? ''))
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
