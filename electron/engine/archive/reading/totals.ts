import type { StatementRow, StatementTotals } from '../../../shared/contract/archive'
import { addDecimals, formatDecimal, parseDecimal, type Decimal } from '../../../shared/domain/decimal'

interface Sum {
  readonly asset: string
  readonly period: string
  total: Decimal
  statements: number
  revised: boolean
}

const plainAmount = /^-?\d{1,60}(\.\d{1,60})?$/

/** Exact sums. Of several revisions the newest counts: to add an older one would count the same rewards twice. */
export function totalsOf(rows: readonly StatementRow[]): StatementTotals {
  const years = new Map<string, Sum>()
  const months = new Map<string, Sum>()
  let uncounted = 0
  for (const row of rows) {
    if (row.revision.number < row.revision.of) continue
    const text = row.totalAccrued ?? ''
    const total = plainAmount.test(text) ? parseDecimal(text) : null
    if (total === null || row.month === 'undated') {
      uncounted += 1
      continue
    }
    const revised = row.revision.of > 1
    add(years, row.asset ?? '', row.month.slice(0, 4), total, revised)
    add(months, row.asset ?? '', row.month, total, revised)
  }
  const inOrder = (sums: Map<string, Sum>, sign: 1 | -1) =>
    [...sums.values()].sort(
      (a, b) =>
        sign * (a.period < b.period ? -1 : a.period > b.period ? 1 : 0) || (a.asset < b.asset ? -1 : 1)
    )
  return {
    years: inOrder(years, -1).map(({ asset, period, total, statements }) => ({
      asset,
      year: period,
      total: formatDecimal(total),
      statements
    })),
    months: inOrder(months, 1).map(({ asset, period, total, revised }) => ({
      asset,
      month: period,
      total: formatDecimal(total),
      revised
    })),
    uncounted
  }
}

function add(sums: Map<string, Sum>, asset: string, period: string, total: Decimal, revised: boolean): void {
  const key = `${period} ${asset}`
  const known = sums.get(key)
  if (!known) {
    sums.set(key, { asset, period, total, statements: 1, revised })
    return
  }
  known.total = addDecimals(known.total, total)
  known.statements += 1
  known.revised ||= revised
}
