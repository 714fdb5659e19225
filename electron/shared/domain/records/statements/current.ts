import { parseDecimal, type Decimal } from '../../base/decimal'
import type { GoneStatement } from './list'
import type { StatementRow, StatementState } from './statement'

/** Why a statement is in no total. */
type Exclusion = Exclude<StatementState, 'unaltered'> | 'unfinished' | 'void'

interface CurrentStatement {
  readonly row: StatementRow
  /** It replaced an earlier one. */
  readonly revised: boolean
  readonly excluded: Exclusion | null
}

/** The newest revision of each statement, once, though several connections fetched it. */
export function currentStatements(rows: readonly StatementRow[]): readonly CurrentStatement[] {
  return [...byStatement(rows).values()].flatMap((copies) => {
    // Whichever connection knows of a newer one.
    if (copies.some(({ revision }) => revision.number < revision.of)) return []
    const row = copies.reduce(better)
    return { row, revised: copies.some(({ revision }) => revision.of > 1), excluded: exclusionOf(row) }
  })
}

/** Those that are gone altogether: no connection has another copy. */
export function lostOf(
  rows: readonly StatementRow[],
  gone: readonly GoneStatement[]
): readonly GoneStatement[] {
  const there = new Set(rows.map(({ environment, id }) => `${environment}\n${id}`))
  return gone.filter(({ environment, id }) => !there.has(`${environment}\n${id}`))
}

const plainAmount = /^-?\d{1,60}(\.\d{1,60})?$/

export function amountOf({ totalAccrued }: StatementRow): Decimal | null {
  const text = totalAccrued ?? ''
  return plainAmount.test(text) ? parseDecimal(text) : null
}

function exclusionOf({ state, unfinished, statusKind }: StatementRow): Exclusion | null {
  if (state !== 'unaltered') return state
  if (unfinished) return 'unfinished'
  return statusKind === 'void' ? 'void' : null
}

/** The same statement may have been fetched through several connections. One without an id is like no other. */
const byStatement = (rows: readonly StatementRow[]) =>
  grouped(rows, (row) =>
    JSON.stringify([row.environment, row.id.toLowerCase(), row.id === '' ? row.key : ''])
  )

export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known) known.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const worth = { unaltered: 4, moved: 3, unreadable: 2, altered: 1, missing: 0 } as const

/** A good copy stands for a damaged one; of two good ones that which came last. */
function better(a: StatementRow, b: StatementRow): StatementRow {
  if (worth[a.state] !== worth[b.state]) return worth[a.state] > worth[b.state] ? a : b
  if (a.completedAt !== b.completedAt) return a.completedAt > b.completedAt ? a : b
  return a.key > b.key ? a : b
}
