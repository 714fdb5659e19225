import { maxCellLength, type StatementTable } from '#shared/contract/records/statements/index'
import {
  canonical,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import { isSummable } from '#shared/domain/records/summable'
import { plainAmount } from './amount'
import type { Sums } from './columns'

/** The better ones first. */
const names = [/accru/i, /reward/i, /earned/i]
const rankOf = (name: string) => names.findIndex((pattern) => pattern.test(name))

/** The column that the total of the statement is held against: one that is called so, and best one that fits. */
export function reconcile(
  columns: readonly string[],
  { sums, totals }: Sums,
  totalText: string | null
): StatementTable['reconciled'] {
  const total = totalText !== null && plainAmount.test(totalText) ? parseDecimal(totalText) : null
  if (!total) return null
  const able = columns.flatMap((name, index) => {
    const sum = sums[index] ?? null
    return sum && isSummable(name) ? [{ name, sum, own: totals?.[index] ?? null, rank: rankOf(name) }] : []
  })
  const named = able.filter(({ rank }) => rank >= 0).sort((a, b) => a.rank - b.rank)
  const fits = ({ sum }: { readonly sum: Decimal }) => compareDecimals(sum, total) === 0
  const found = named.find(fits) ?? named[0] ?? able.find(fits)
  if (!found) return null
  const { name, sum, own } = found
  const difference = canonical(subtractDecimals(sum, total))
  const differs = own !== null && compareDecimals(own, sum) !== 0
  return {
    column: name.slice(0, maxCellLength),
    sum: formatDecimal(sum),
    total: totalText!,
    matches: difference.units === 0n && !differs,
    difference: formatDecimal(difference),
    ...(differs && { ownTotal: formatDecimal(own) })
  }
}

export function sentenceOf(reconciled: StatementTable['reconciled'], total: string | null): string {
  if (!reconciled) {
    return total === null
      ? 'The statement gives no total to hold this table against.'
      : 'No column of this table can be held against the total of the statement.'
  }
  const { column, sum, difference, ownTotal } = reconciled
  const own =
    ownTotal === undefined
      ? ''
      : ` The last row of the table itself says ${ownTotal}, which is not the sum of its rows.`
  return difference === '0'
    ? `The sum of ${column} is the total of the statement, ${total}.${own}`
    : `The sum of ${column} is ${sum}, and the statement says ${total}: they differ by ${difference}.${own}`
}
