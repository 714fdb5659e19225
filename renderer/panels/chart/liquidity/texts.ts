import { liquidityText } from '../../../messages/panels/liquidity'
import { formatDecimal, noNumber, type NumberFormat } from '../../../lib/format/number'
import type { LegendFigure } from '../legend'
import type { ChartModel } from '../model'
import { imbalanceOf, type LiquidityStudy, type SlotFigures } from './liquidity'

type LiquidityModel = Pick<ChartModel, 'liquidity' | 'slots' | 'liquidityShown'>

/** Means have more digits than anybody reads. */
const shownDigits = 4
/** As many as a sum of doubles has for sure. */
const exactDigits = 12
const maxPlaces = 20

function textOf(value: number, digits: number): string {
  if (value === 0) return '0'
  const places = digits - 1 - Math.floor(Math.log10(Math.abs(value)))
  const text = value.toFixed(Math.min(maxPlaces, Math.max(0, places)))
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const valuesOf: Readonly<Record<LiquidityStudy, (figures: SlotFigures) => readonly (number | null)[]>> = {
  spread: ({ spread }) => [spread],
  depth10: ({ bids10, asks10 }) => [bids10, asks10],
  depth50: ({ bids50, asks50 }) => [bids50, asks50],
  imbalance: (figures) => [imbalanceOf(figures)]
}

/** Of a slot; bids before asks. */
export function liquidityValue(
  { liquidity, slots }: Pick<ChartModel, 'liquidity' | 'slots'>,
  name: LiquidityStudy,
  index: number,
  numbers: NumberFormat
): string {
  const figures = liquidity.at(index)
  if (!figures) return noNumber
  const isSigned = name === 'imbalance'
  const shown = valuesOf[name](figures)
    .map((value) =>
      value === null
        ? noNumber
        : formatDecimal(textOf(value, shownDigits), numbers, { signed: isSigned }) + (isSigned ? '%' : '')
    )
    .join(' × ')
  const isWhole = index >= slots.all.length - 1 || figures.recorded > 0.995
  return isWhole ? shown : liquidityText.partly(shown, String(Math.floor(figures.recorded * 100)))
}

export const liquidityFigures = (
  model: LiquidityModel,
  index: number,
  { numbers }: { readonly numbers: NumberFormat }
): LegendFigure[] =>
  model.liquidityShown.map((name) => ({
    name: liquidityText.names[name],
    title: liquidityText.hints[name],
    text: liquidityValue(model, name, index, numbers),
    tone: 'plain',
    rank: 2
  }))

/** Of the table. */
export const liquidityColumns = (model: LiquidityModel): readonly string[] => {
  const names = model.liquidityShown.flatMap((name) => liquidityText.columns[name])
  return names.length > 0 ? [...names, liquidityText.recorded] : []
}

export function liquidityCells(model: LiquidityModel, index: number): readonly string[] {
  const names = model.liquidityShown
  if (names.length === 0) return []
  const figures = model.liquidity.at(index)
  if (!figures) return liquidityColumns(model).map(() => '')
  const values = names.flatMap((name) => valuesOf[name](figures))
  const texts = values.map((value) => (value === null ? '' : textOf(value, exactDigits)))
  return [...texts, textOf(figures.recorded * 100, shownDigits)]
}
