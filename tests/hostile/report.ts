import { appendFileSync } from 'node:fs'

export interface Row {
  readonly attack: string
  readonly outcome: string
  /** If measured. */
  readonly longest: number | null
  readonly maxWall: number | null
  readonly canaries: readonly string[]
  readonly blocks?: string | undefined
}

/** Set by `npm run soak -- hostile`. */
const file = process.env['LEADLINE_HOSTILE_REPORT'] || undefined
export const isSoak = file !== undefined
/** A filter by name. */
const only = process.env['LEADLINE_HOSTILE_ONLY'] ?? ''

export const isChosen = ({ name, isLong = false }: { readonly name: string; readonly isLong?: boolean }) =>
  (isSoak || !isLong) && name.includes(only)

export const report = (row: Row) => {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`)
}
