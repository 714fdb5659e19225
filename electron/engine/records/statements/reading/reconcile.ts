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
import { archiveText } from '#shared/messages/archive'
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

const text = archiveText.table

export function sentenceOf(reconciled: StatementTable['reconciled'], total: string | null): string {
  if (!reconciled) {
    return total === null ? text.noTotal : text.noColumn
  }
  const { column, sum, difference, ownTotal } = reconciled
  const sentence =
    difference === '0'
      ? text.matches(column, total ?? '')
      : text.differs(column, sum, total ?? '', difference)
  return ownTotal === undefined ? sentence : text.ownTotal(sentence, ownTotal)
}
