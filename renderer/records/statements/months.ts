import { nextMonth } from '#shared/domain/records/statements/month'
import type { StatementTotals } from '#shared/domain/records/statements/totals'
import { formatDecimal, type NumberFormat } from '../../lib/format/number'
import { roundUp } from '../../lib/plot/plot'

type Month = StatementTotals['months'][number]

/** The content of a chart: never two assets, and never play money beside real money. */
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

const maxMonths = 120

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
  for (; month <= last && all.length < 2400; month = nextMonth(month)) all.push(month)
  const shown = all.slice(-maxMonths)
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

interface AxisTick {
  readonly text: string
  /** Of the height, from 0 at the bottom to 1. */
  readonly share: number
}
interface ValueAxis {
  /** Of the height, where the highest bar ends. */
  readonly highest: number
  /** From zero upwards. */
  readonly ticks: readonly AxisTick[]
}

const magnitudes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e4, 'k']
] as const

/** A round amount in few letters: an axis is read at a glance, and the exact amount is said above the chart. */
function axisText(value: number, step: number, top: number, format: NumberFormat): string {
  const [unit, letter] = magnitudes.find(([min]) => top >= min) ?? [1, '']
  const scale = letter === 'k' ? 1e3 : unit
  const places = Math.max(0, -Math.floor(Math.log10(step / scale) + 1e-9))
  return value === 0
    ? '0'
    : `${formatDecimal((value / scale).toFixed(Math.min(places, 20)), format)}${letter}`
}

/** Round amounts beside the bars, `lines` of them or a few fewer; null where no bar has a height. */
export function axisOf(bars: readonly MonthBar[], lines: number, format: NumberFormat): ValueAxis | null {
  const highest = Math.max(0, ...bars.map(({ total }) => Number(total ?? 0)))
  if (!(highest > 0) || !Number.isFinite(highest)) return null
  const step = roundUp(highest / Math.max(1, lines))
  const count = Math.max(1, Math.ceil(highest / step - 1e-9))
  const top = count * step
  const ticks = Array.from({ length: count + 1 }, (_none, place) => ({
    text: axisText(place * step, step, top, format),
    share: place / count
  }))
  return { highest: highest / top, ticks }
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
