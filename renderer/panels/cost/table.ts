import { formatDecimal } from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import type { CostName } from '#shared/contract/market/market-news'
import { noNumber } from '../../lib/format/number'
import type { MarketView } from '../../lib/markets'
import type { TableFigures } from '../../lib/panel-export'
import { costText } from '../../messages/panels/cost'

/** What there is of a size that the book does not have; the others would be those of a smaller size. */
const alsoOfPart: readonly CostName[] = ['levels', 'size', 'cost']

/** The exact figures. */
export function costTable(caption: string, { cost, market }: MarketView, size: string): TableFigures | null {
  if (!cost) return null
  const { base, quote } = marketUnits(market)
  const { rows, columns, sides } = costText
  const named: readonly (readonly [CostName, string])[] = [
    ['average', rows.average],
    ['worst', rows.worst],
    ['basisPoints', rows.basisPoints],
    ['slippage', rows.slippage(quote)],
    ['levels', rows.levels],
    ['size', columns.filled(base)],
    ['cost', columns.filled(quote)]
  ]
  const figure = (side: 'asks' | 'bids', name: CostName) => {
    const isKnown = cost.isComplete(side) || alsoOfPart.includes(name)
    const value = isKnown ? cost.figure(side, name) : null
    return value ? formatDecimal(value) : noNumber
  }
  return {
    caption: `${caption}, ${size}`,
    mixed: true,
    columns: [columns.figure, sides.asks, sides.bids],
    rows: named.map(([name, title]) => [title, figure('asks', name), figure('bids', name)])
  }
}
