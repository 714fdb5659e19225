import type { StatementTotals } from '../../../electron/shared/contract/archive'

type Month = StatementTotals['months'][number]

/** What a chart shows at once: never two assets, and never play money beside real money. */
export interface Series {
  readonly key: string
  readonly environment: string
  readonly asset: string
}

export interface MonthBar {
  readonly month: string
  /** The exact text; null where there is no sum of the month. */
  readonly total: string | null
  readonly revised: boolean
  /** Statements of the month that are not as they were fetched, and so are not in the sum. */
  readonly leftOut: number
  /** Of the highest, from 0 to 1: a float is enough for a bar, and for nothing else. */
  readonly share: number
}

const mostMonths = 120

function next(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const [nextYear, nextNumber] = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${String(nextYear).padStart(4, '0')}-${String(nextNumber).padStart(2, '0')}`
}

const keyOf = ({ environment, asset }: Pick<Month, 'environment' | 'asset'>) =>
  JSON.stringify([environment, asset])

/** Every month from the first to the last, those without a statement too, so that a gap is seen as one. */
export function barsOf(months: StatementTotals['months'], series: Series | null): readonly MonthBar[] {
  const own = new Map(
    months.flatMap((one) => (keyOf(one) === series?.key ? [[one.month, one] as const] : []))
  )
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
    return {
      month: one,
      total: found?.total ?? null,
      revised: found?.revised ?? false,
      leftOut: found?.leftOut ?? 0,
      share
    }
  })
}

/** In the order of the environments. */
export function seriesIn(months: StatementTotals['months']): readonly Series[] {
  const all = new Map(
    months.map((one) => [keyOf(one), { key: keyOf(one), environment: one.environment, asset: one.asset }])
  )
  const environments = [...new Set(months.map(({ environment }) => environment))]
  return [...all.values()].sort(
    (a, b) =>
      environments.indexOf(a.environment) - environments.indexOf(b.environment) ||
      (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0)
  )
}
