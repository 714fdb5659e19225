import { appendFileSync } from 'node:fs'

export interface Row {
  readonly attack: string
  readonly outcome: string
  /** Milliseconds, where main was looked at. */
  readonly longest: number | null
  readonly maxWall: number | null
  readonly canaries: readonly string[]
  readonly blocks?: string | undefined
}

/** Where `npm run soak -- hostile` wants to have what happened; without it nobody does. */
const file = process.env['LEADLINE_HOSTILE_REPORT'] || undefined
export const isSoak = file !== undefined
/** What the name of an attack has to hold. */
const only = process.env['LEADLINE_HOSTILE_ONLY'] ?? ''

export const isChosen = ({ name, isLong = false }: { readonly name: string; readonly isLong?: boolean }) =>
  (isSoak || !isLong) && name.includes(only)

export const report = (row: Row) => {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`)
}
