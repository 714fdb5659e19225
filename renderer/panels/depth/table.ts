import { depthText } from '../../messages/panels/depth'
import {
  addDecimals,
  canonical,
  compareDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import type { MarketUnits } from '#shared/domain/market/symbol'
import type { Side } from '../../lib/markets'
import type { TableFigures } from '../../lib/panel-export'
import { decimalOf, percentOf, priceAway, totalWithin, type Reached, type SentLevels } from './figures'

const distances = [
  '0.001',
  '0.002',
  '0.005',
  '0.01',
  '0.02',
  '0.05',
  '0.1',
  '0.2',
  '0.25',
  '0.5',
  '1',
  '1.5',
  '2',
  '5',
  '10',
  '20',
  '50'
].map((text) => parseDecimal(text)!)
const maxRows = 10

const absolute = ({ units, scale }: Decimal): Decimal => ({ units: units < 0n ? -units : units, scale })

/** The exact size within round distances from the mid. */
export function depthTable(
  caption: string,
  sent: readonly SentLevels[],
  span: Decimal | null,
  units: MarketUnits
): TableFigures | null {
  const main = sent.at(-1)
  const mid = main?.book.best()?.mid
  if (!main || !mid) return main ? levelsTable(caption, main, units) : null
  const widest = span ?? farthest(main, mid)
  const within = distances.filter((one) => compareDecimals(one, widest) < 0).slice(1 - maxRows)
  return {
    caption,
    columns: [
      depthText.columns.distance,
      depthText.columns.bidsFrom,
      depthText.columns.bidSize(units.base),
      depthText.columns.bidCost(units.quote),
      depthText.columns.asksTo,
      depthText.columns.askSize(units.base),
      depthText.columns.askCost(units.quote)
    ],
    rows: [...within, widest].map((distance) => [
      formatDecimal(distance),
      ...cellsWithin(sent, 'bids', mid, distance),
      ...cellsWithin(sent, 'asks', mid, distance)
    ])
  }
}

function cellsWithin(sent: readonly SentLevels[], side: Side, mid: Decimal, distance: Decimal) {
  const edge = priceAway(mid, distance, side)
  const total = totalWithin(sent, side, edge)
  if (total === null) return [formatDecimal(edge), depthText.columns.unknown, depthText.columns.unknown]
  if (total === 'none') return [formatDecimal(edge), '0', '0']
  const [size, cost] = boundedCells(total)
  // More may rest beyond the last level sent.
  const isBeyond = total.isLast && compareDecimals(total.price, edge) !== 0
  return [formatDecimal(edge), isBeyond && total.grouping === null ? `≥ ${size}` : size!, cost!]
}

/** Merged levels beyond the edge are excluded, and costs are bounds. */
function boundedCells({ size, cost, grouping, side }: Reached): string[] {
  if (grouping === null) return [formatDecimal(size), formatDecimal(cost)]
  return [`≥ ${formatDecimal(size)}`, `${side === 'bids' ? '≥' : '≈'} ${formatDecimal(cost)}`]
}

function farthest({ book }: SentLevels, mid: Decimal): Decimal {
  const ends = (['bids', 'asks'] as const).flatMap((side) => {
    const last = book.priceText(side, book.count(side) - 1)
    const percent = last === null ? null : percentOf(decimalOf(last), mid)
    return percent ? [absolute(percent)] : []
  })
  const widest = ends.reduce((one, other) => (compareDecimals(one, other) > 0 ? one : other))
  // Rounded up to include the last level.
  return { units: widest.units + 1n, scale: widest.scale }
}

/** All drawn levels: asks from the farthest to the best, then bids. */
export function levelsTable(caption: string, sent: SentLevels, { base, quote }: MarketUnits): TableFigures {
  const { book } = sent
  const rowsOf = (side: Side) => {
    let cost: Decimal = { units: 0n, scale: 0 }
    return Array.from({ length: book.count(side) }, (_, row) => {
      const price = decimalOf(book.priceText(side, row))
      const amount = decimalOf(book.amountText(side, row))
      cost = addDecimals(cost, multiplyDecimals(price, amount))
      const size = decimalOf(book.sumText(side, row))
      const name = side === 'bids' ? depthText.columns.bid : depthText.columns.ask
      return [name, ...[price, amount, size, cost].map((value) => formatDecimal(canonical(value)))]
    })
  }
  const asks = rowsOf('asks').reverse()
  return {
    caption,
    columns: [
      depthText.columns.side,
      depthText.columns.price,
      depthText.columns.sizeIn(base),
      depthText.columns.totalIn(base),
      depthText.columns.totalIn(quote)
    ],
    rows: [...asks, ...rowsOf('bids')],
    start: asks.length
  }
}
