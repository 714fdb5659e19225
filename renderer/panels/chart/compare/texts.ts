import { compareText } from '../../../messages/panels/compare'
import { formatDecimal as plain, type Decimal } from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../../lib/format/number'
import { formatAsOf, type ClockKind } from '../../../lib/format/time'
import type { LegendFigure } from '../legend'
import type { ChartModel } from '../model'
import type { Compared } from './comparison'

interface Format {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Both markets by name, with their values at a slot. */
export function comparedFigures(model: ChartModel, index: number, format: Format): LegendFigure[] {
  const { compared } = model
  if (!compared) return []
  const { numbers, clock, now } = format
  const start = model.slots.all[compared.since]?.start
  const since = start === undefined ? '' : formatAsOf(start * 1000, now, clock)
  return valuesOf(model, compared, index).map(({ name, value }, place) => ({
    name,
    title: compareText.hints[compared.compareAs](name, since),
    text: value === null ? missing(compared, place) : shown(value, compared, numbers),
    tone: place === 0 && compared.compareAs === 'percent' ? 'cvd' : 'compare',
    rank: 1
  }))
}

/** In percent, the chart's own market comes first. */
const missing = ({ compareAs, refusal }: Compared, place: number): string =>
  refusal === null || (compareAs === 'percent' && place === 0) ? noNumber : refusal

const shown = (value: Decimal, { compareAs }: Compared, numbers: NumberFormat) =>
  compareAs === 'percent'
    ? `${formatDecimal(plain(value), numbers, { signed: true })}%`
    : formatDecimal(plain(value), numbers)

export const comparedColumns = ({ compared }: ChartModel): readonly string[] =>
  compared ? [compareText.close(compared.other), ...namesOf(compared)] : []

/** Exact, in the order of the columns. */
export function comparedCells(model: ChartModel, index: number): readonly string[] {
  const { compared, comparison } = model
  if (!compared) return []
  const values = valuesOf(model, compared, index).map(({ value }) => value)
  return [comparison.at(index).other, ...values].map((value) => (value ? plain(value) : ''))
}

function namesOf({ own, other, compareAs }: Compared): readonly string[] {
  if (compareAs === 'percent') return [own, other].map(compareText.percent)
  return [compareText.names[compareAs](own, other)]
}

function valuesOf({ comparison }: ChartModel, compared: Compared, index: number) {
  const { own, other, compareAs, since } = compared
  if (compareAs === 'percent')
    return (['own', 'other'] as const).map((line) => ({
      name: { own, other }[line],
      value: comparison.percent(line, index, since)
    }))
  return [{ name: compareText.names[compareAs](own, other), value: comparison[compareAs](index) }]
}
