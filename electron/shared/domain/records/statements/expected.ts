import { grouped } from './current'
import { nextMonth } from './month'
import type { StatementRow } from './statement'

/** The next statement of an asset that has one each month. */
export interface ExpectedStatement {
  readonly environment: string
  readonly asset: string
  readonly month: string
  /** The days, as milliseconds since the epoch, on which it is created if it takes as long as an earlier one did. */
  readonly firstDay: number
  readonly lastDay: number
  /** How many earlier ones have a time of creation. */
  readonly of: number
  /** The last day is over. */
  readonly isLate: boolean
}

const day = 86_400_000
const minMonths = 3
const maxMonths = 12

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`)

/** The most urgent first. Only for assets whose newest months follow one another, and whose times of creation are known. */
export function expectedOf(rows: readonly StatementRow[], now: number): readonly ExpectedStatement[] {
  const dated = rows.filter(({ month }) => month !== 'undated')
  const byAsset = grouped(dated, ({ environment, asset }) => JSON.stringify([environment, asset ?? '']))
  return [...byAsset.values()]
    .flatMap((own) => nextOf(own, now) ?? [])
    .sort((one, other) => one.lastDay - other.lastDay || (one.asset < other.asset ? -1 : 1))
}

function nextOf(own: readonly StatementRow[], now: number): ExpectedStatement | null {
  const months = [...new Set(own.map(({ month }) => month))].sort().slice(-maxMonths)
  const newest = months.slice(-minMonths)
  const isMonthly = newest.every((month, place) => place === 0 || month === nextMonth(newest[place - 1]!))
  if (newest.length < minMonths || !isMonthly) return null
  const month = nextMonth(newest.at(-1)!)
  const end = startOf(nextMonth(month))
  // A series that ended long ago is not late.
  if (now > end + minMonths * 31 * day) return null
  const days = months.flatMap((one) => daysAfter(one, own) ?? [])
  if (days.length < minMonths) return null
  const lastDay = end + Math.max(0, Math.max(...days) - 1) * day
  return {
    environment: own[0]!.environment,
    asset: own[0]!.asset ?? '',
    month,
    firstDay: end + Math.max(0, Math.min(...days) - 1) * day,
    lastDay,
    of: days.length,
    isLate: now >= lastDay + day
  }
}

/** When the first revision was created, in days after the end of its month, rounded up; null if unknown. */
function daysAfter(month: string, own: readonly StatementRow[]): number | null {
  const end = startOf(nextMonth(month))
  const times = own
    .filter((row) => row.month === month)
    .map(({ createdAt }) => Date.parse(createdAt ?? ''))
    .filter((at) => at >= end)
  return times.length === 0 ? null : Math.ceil((Math.min(...times) - end) / day)
}
