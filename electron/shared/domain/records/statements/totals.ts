import { addDecimals, formatDecimal, type Decimal } from '../../base/decimal'
import { amountOf, currentStatements, lostOf } from './current'
import type { GoneStatement } from './list'
import type { StatementRow } from './statement'

/** Environments are never added up together: test money is not real money. */
export interface StatementTotals {
  /**
   * By environment, year and asset: production first, then the newest year. Of several revisions the newest counts, and
   * a statement once, though several connections fetched it.
   */
  readonly years: readonly {
    readonly environment: string
    readonly asset: string
    readonly year: string
    /** Null where all that there is was left out. */
    readonly total: string | null
    readonly statements: number
    /** Newest revisions that are altered, missing or not final, and therefore in no total. */
    readonly leftOut: number
  }[]
  /** In order of time; `revised` where the newest is not the only one. */
  readonly months: readonly {
    readonly environment: string
    readonly asset: string
    readonly month: string
    readonly total: string | null
    readonly revised: boolean
    readonly leftOut: number
  }[]
  /** Statements without a total, or with one that is not a number: they are in no total. */
  readonly uncounted: number
  /** Statements in the sums whose status Leadline does not know. */
  readonly unknownStatus?: number
  /** Statements in the sums that this computer did not fetch, and that were not compared with the service. */
  readonly uncompared?: number
  /** Newest revisions that changed since they were fetched, or were not final: they are in no total. */
  readonly leftOut: {
    readonly altered: number
    readonly missing: number
    readonly unfinished: number
    readonly unreadable?: number
    /** In a folder that their own record does not name. */
    readonly moved?: number
    /** By their status they failed or were withdrawn. */
    readonly void?: number
  }
}
interface Sum {
  readonly environment: string
  readonly asset: string
  readonly period: string
  total: Decimal | null
  statements: number
  leftOut: number
  revised: boolean
}

/**
 * Exact sums, each of one environment. Of several revisions the newest counts: to add an older one would count the same
 * rewards twice. A damaged or unfinished statement is excluded, and no older revision replaces it. Missing statements count
 * as excluded, too.
 */
export function totalsOf(
  rows: readonly StatementRow[],
  gone: readonly GoneStatement[] = []
): StatementTotals {
  const years = new Map<string, Sum>()
  const months = new Map<string, Sum>()
  const leftOut = { altered: 0, missing: 0, unfinished: 0, unreadable: 0, void: 0, moved: 0 }
  let uncounted = 0
  let unknownStatus = 0
  let uncompared = 0
  for (const { row, revised, excluded } of currentStatements(rows)) {
    const sums = [sumOf(years, row, row.month.slice(0, 4)), sumOf(months, row, row.month)]
    const dated = row.month === 'undated' ? [] : sums
    if (excluded !== null) {
      leftOut[excluded] += 1
      for (const sum of dated) {
        sum.leftOut += 1
        sum.revised ||= revised
      }
      continue
    }
    const amount = amountOf(row)
    if (amount === null || dated.length === 0) {
      uncounted += 1
      continue
    }
    if (row.statusKind === 'unknown') unknownStatus += 1
    if (row.uncompared) uncompared += 1
    for (const sum of dated) {
      sum.total = sum.total === null ? amount : addDecimals(sum.total, amount)
      sum.statements += 1
      sum.revised ||= revised
    }
  }
  const lost = lostOf(rows, gone)
  for (const { environment, asset, month } of lost) {
    if (month === 'undated') continue
    sumOf(years, { environment, asset }, month.slice(0, 4)).leftOut += 1
    sumOf(months, { environment, asset }, month).leftOut += 1
  }
  const { unreadable, moved, void: voided, ...plain } = leftOut
  return {
    years: inOrder(years, -1).map(({ period, revised: _, ...year }) => ({ ...year, year: period })),
    months: inOrder(months, 1).map(({ period, statements: _, ...month }) => ({ ...month, month: period })),
    uncounted,
    ...(unknownStatus > 0 && { unknownStatus }),
    ...(uncompared > 0 && { uncompared }),
    leftOut: {
      ...plain,
      missing: leftOut.missing + lost.length,
      ...(unreadable > 0 && { unreadable }),
      ...(moved > 0 && { moved }),
      ...(voided > 0 && { void: voided })
    }
  }
}

function sumOf(
  sums: Map<string, Sum>,
  { environment, asset }: Pick<StatementRow, 'environment' | 'asset'>,
  period: string
): Sum {
  const key = JSON.stringify([environment, period, asset ?? ''])
  const known = sums.get(key)
  if (known) return known
  const fresh = {
    environment,
    asset: asset ?? '',
    period,
    total: null,
    statements: 0,
    leftOut: 0,
    revised: false
  }
  sums.set(key, fresh)
  return fresh
}

const ranks: Readonly<Record<string, number>> = { production: 0, sandbox: 1, local: 2 }
const rankOf = (environment: string) => (Object.hasOwn(ranks, environment) ? ranks[environment]! : 3)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function inOrder(sums: ReadonlyMap<string, Sum>, sign: 1 | -1) {
  return [...sums.values()]
    .filter(({ statements, leftOut }) => statements + leftOut > 0)
    .sort(
      (a, b) =>
        rankOf(a.environment) - rankOf(b.environment) ||
        compare(a.environment, b.environment) ||
        sign * compare(a.period, b.period) ||
        compare(a.asset, b.asset)
    )
    .map((sum) => ({ ...sum, total: sum.total && formatDecimal(sum.total) }))
}
