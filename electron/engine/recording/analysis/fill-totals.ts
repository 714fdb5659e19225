import type { FillCost, FillTotals } from '#shared/contract/recording/analysis'
import {
  canonical,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal
} from '#shared/domain/base/decimal'
import { basisPointDigits, ExactSum } from './decimals'

type Figure = (fill: FillCost) => string | null

/** Weighted by amount, over the fills that have the figure. */
export function totalsOf(fills: readonly FillCost[]): FillTotals {
  const [amount, value] = [new ExactSum(), new ExactSum()]
  for (const fill of fills) {
    addText(amount, fill.amount)
    const paid = multiplyDecimals(parseDecimal(fill.price)!, parseDecimal(fill.amount)!)
    value.add(paid.units, paid.scale)
  }
  const live = fills.reduce((sum, { coverage }) => sum + coverage.live, 0)
  const total = fills.reduce((sum, { coverage }) => sum + coverage.total, 0)
  return {
    fills: fills.length,
    amount: formatDecimal(canonical(amount.value)),
    value: formatDecimal(canonical(value.value)),
    arrivalCost: weighted(fills, (fill) => fill.arrivalCost),
    vwapCost: weighted(fills, (fill) => fill.vwapCost),
    sweepCost: weighted(fills, (fill) => fill.sweepCost),
    markouts: (fills[0]?.markouts ?? []).map((_, index) => weighted(fills, (fill) => fill.markouts[index]!)),
    incomplete: fills.filter(({ arrivalCost, vwapCost, sweepCost, markouts }) =>
      [arrivalCost, vwapCost, sweepCost, ...markouts].includes(null)
    ).length,
    coverage: { live, total, partial: fills.some(({ coverage }) => coverage.partial) }
  }
}

function weighted(fills: readonly FillCost[], figure: Figure): string | null {
  const [sum, weight] = [new ExactSum(), new ExactSum()]
  for (const fill of fills) {
    const text = figure(fill)
    if (text === null) continue
    const part = multiplyDecimals(parseDecimal(text)!, parseDecimal(fill.amount)!)
    sum.add(part.units, part.scale)
    addText(weight, fill.amount)
  }
  if (weight.value.units === 0n) return null
  return formatDecimal(canonical(divideDecimals(sum.value, weight.value, basisPointDigits)))
}

function addText(sum: ExactSum, text: string): void {
  const { units, scale } = parseDecimal(text)!
  sum.add(units, scale)
}
