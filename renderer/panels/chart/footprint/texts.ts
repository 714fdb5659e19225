import { footprintText } from '../../../messages/panels/footprint'
import { formatDecimal as plain } from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../../lib/format/number'
import type { LegendFigure } from '../legend'
import type { ChartModel } from '../model'
import { exactCells, type FootprintCandle } from './cells'
import { confidenceOf, type InferredSides } from './sides'

/** Rounded down, so that no cell that is hatched reads as certain enough. */
export const percentText = (percent: number | null) => (percent === null ? '?' : `${Math.floor(percent)}%`)

const deltaOf = ({ buys, sells }: InferredSides, scale: number) => plain({ units: buys - sells, scale })

/** Of one candle, while sides are shown. */
export function footprintFigures(
  { footprint }: Pick<ChartModel, 'footprint'>,
  index: number,
  { numbers }: { readonly numbers: NumberFormat }
): readonly LegendFigure[] {
  if (!footprint?.isSided) return []
  const candle = footprint.at(index)
  const whole = candle?.sides?.whole
  const { delta, deltaHint, confidence, confidenceHint } = footprintText
  return [
    {
      name: delta,
      title: deltaHint,
      text: whole ? formatDecimal(deltaOf(whole, candle.amountScale), numbers, { signed: true }) : noNumber,
      tone: 'plain',
      rank: 2
    },
    {
      name: confidence,
      title: confidenceHint,
      text: whole ? percentText(confidenceOf(whole)) : noNumber,
      tone: 'plain',
      rank: 2
    }
  ]
}

export function footprintColumns({ footprint }: Pick<ChartModel, 'footprint'>): readonly string[] {
  if (!footprint) return []
  const { column, sidedColumn, deltaColumn, confidenceColumn } = footprintText
  return footprint.isSided ? [column, sidedColumn, deltaColumn, confidenceColumn] : [column]
}

/** Exact, in the order of the columns. */
export function footprintCells(
  { footprint }: Pick<ChartModel, 'footprint'>,
  index: number
): readonly string[] {
  if (!footprint) return []
  const candle = footprint.at(index)
  const texts = candle ? exactCells(candle).map(({ price, volume }) => footprintText.cell(price, volume)) : []
  if (!footprint.isSided) return [texts.join('; ')]
  const whole = candle?.sides?.whole
  if (!candle || !whole) return [texts.join('; '), '', '', '']
  return [
    texts.join('; '),
    sidedCells(candle).join('; '),
    deltaOf(whole, candle.amountScale),
    percentText(confidenceOf(whole))
  ]
}

/** The highest price first. */
function sidedCells({ bins, height, priceScale, amountScale, sides }: FootprintCandle): string[] {
  const size = (units: bigint) => plain({ units, scale: amountScale })
  return bins.toReversed().flatMap(({ index }) => {
    const cell = sides?.cells.get(index)
    if (!cell) return []
    const price = plain({ units: index * height, scale: priceScale })
    const { sells, buys, unknown } = cell
    const volumes = footprintText.sides(size(sells), size(buys), unknown === 0n ? '' : size(unknown))
    return [footprintText.sidedCell(price, volumes, percentText(confidenceOf(cell)))]
  })
}
