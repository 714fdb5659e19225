import type { Decimal } from '#shared/domain/base/decimal'
import { costNames, type CostName, type CostNews } from '#shared/contract/market/market-news'
import type { Side } from './book'
import { cellDecimal, cellValue } from './figure'

/** The cost of taking a size from the asks, as a buyer, or from the bids. */
export class SizeCosts {
  constructor(readonly news: CostNews) {}

  /** Null if the side is empty, the book is crossed, or there is no mid. */
  figure(side: Side, name: CostName): Decimal | null {
    const cell = cellOf(side, name)
    return cellDecimal(this.news, cell, this.news.scales[cell] ?? 0)
  }

  /** The nearest double, for drawing; NaN if there is none. */
  value(side: Side, name: CostName): number {
    const cell = cellOf(side, name)
    return cellValue(this.news, cell, this.news.scales[cell] ?? 0)
  }

  /** Whether the side has the whole size. */
  isComplete(side: Side): boolean {
    return this.value(side, 'complete') === 1
  }
}

const cellOf = (side: Side, name: CostName) =>
  (side === 'asks' ? 0 : costNames.length) + costNames.indexOf(name)
