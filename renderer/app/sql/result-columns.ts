import type { SqlRow } from '#shared/contract/recording/sql'
import { visible } from '#shared/domain/base/visible'
import type { ShownResult } from './sql.svelte'

/** Of the small monospace figures, and what surrounds them, in pixels. */
const characterWidth = 7.3
const beside = 24
const minWidth = 64
const maxWidth = 360
/** Rows that decide how wide a column is. */
const sampled = 200
/** Characters of a value that are drawn. */
const maxShown = 400

export function cellText(value: string | null): string {
  if (value === null) return ''
  return visible(value.length > maxShown ? `${value.slice(0, maxShown)}…` : value)
}

export function columnWidths({ columns, rows }: Pick<ShownResult, 'columns' | 'rows'>): readonly number[] {
  const sample = rows.slice(0, sampled)
  return columns.map(({ name }, place) => {
    const longest = sample.reduce((max, row) => Math.max(max, row[place]?.length ?? 4), name.length)
    return Math.round(Math.min(maxWidth, Math.max(minWidth, longest * characterWidth + beside)))
  })
}

/** As spreadsheets paste it. */
export const rowText = (row: SqlRow): string =>
  row.map((value) => (value ?? '').replaceAll(/[\t\r\n]+/g, ' ')).join('\t')
