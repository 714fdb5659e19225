import { connectionPanelText } from '../../messages/panels/connection'
import type { Line } from '../../lib/plot/figures'
import { minuteRows } from '../../lib/plot/plot'
import type { TableFigures } from '../../lib/panel-export'

interface Column {
  readonly name: string
  readonly points: Line['points']
  readonly format: (value: number) => string
}

export function figuresTable(
  columns: readonly Column[],
  time: (at: number) => string,
  zone: string
): TableFigures | null {
  const rows = minuteRows(columns.map(({ points }) => points))
  if (rows.length === 0) return null
  return {
    caption: connectionPanelText.table.title,
    columns: [connectionPanelText.table.minute(zone), ...columns.map(({ name }) => name)],
    rows: rows
      .toReversed()
      .map(({ start, highest }) => [
        time(start),
        ...highest.map((value, place) => (value === null ? '–' : columns[place]!.format(value)))
      ])
  }
}
