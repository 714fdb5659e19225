import type { StatementTotals } from '../../../electron/shared/contract/archive'

export interface MonthBar {
  readonly month: string
  /** The exact text; null where there is no statement of the month. */
  readonly total: string | null
  readonly revised: boolean
  /** Of the highest, from 0 to 1: a float is enough for a bar, and for nothing else. */
  readonly share: number
}

const mostMonths = 120

function next(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Every month from the first to the last, those without a statement too, so that a gap is seen as one. */
export function barsOf(months: StatementTotals['months'], asset: string): readonly MonthBar[] {
  const own = new Map(months.filter((one) => one.asset === asset).map((one) => [one.month, one]))
  const known = [...own.keys()]
  const last = known.at(-1)
  let month = known[0]
  if (month === undefined || last === undefined) return []
  const all: string[] = []
  for (; month <= last && all.length < 2400; month = next(month)) all.push(month)
  const shown = all.slice(-mostMonths)
  const highest = Math.max(...shown.map((one) => Math.max(0, Number(own.get(one)?.total ?? 0))))
  return shown.map((one) => {
    const found = own.get(one)
    const share = highest > 0 ? Math.max(0, Number(found?.total ?? 0)) / highest : 0
    return { month: one, total: found?.total ?? null, revised: found?.revised ?? false, share }
  })
}

export const assetsOf = (months: StatementTotals['months']): readonly string[] =>
  [...new Set(months.map(({ asset }) => asset))].sort()
