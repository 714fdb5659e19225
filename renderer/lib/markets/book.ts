import {
  addDecimals,
  canonical,
  decimalOfUnits,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import { BestPrices } from '#shared/domain/market/best-prices'
import { bestWidth, levelWidth, type BookNews } from '#shared/contract/market/market-news'
import { cellDecimal, cellText } from './figure'

export type Side = 'bids' | 'asks'

const cellOfBest = { bids: 0, asks: 2 } as const
const priceCell = 0
const amountCell = 1
const sumCell = 2

/** The levels of a book as they were sent, for drawing; their texts are exact. */
export class BookLevels {
  constructor(readonly news: BookNews) {}

  /** The number of levels to draw, the best first. */
  count(side: Side): number {
    return this.news[side]
  }

  /** The number of levels of the whole book, ungrouped. */
  all(side: Side): number {
    return side === 'bids' ? this.news.allBids : this.news.allAsks
  }

  priceText = (side: Side, row: number) => this.#text(side, row, priceCell, this.news.priceScale)
  amountText = (side: Side, row: number) => this.#text(side, row, amountCell, this.news.amountScale)
  /** The size from the best level up to this one. */
  sumText = (side: Side, row: number) => this.#text(side, row, sumCell, this.news.amountScale)

  /** The fraction digits of the market's price step. */
  get priceDigits(): number {
    const { tick, priceScale } = this.news
    return decimalOfUnits(tick, priceScale).scale
  }

  /** In units of the scales, to the nearest double, for the lengths of bars and for finding rows. */
  price = (side: Side, row: number) => this.news.values[this.#cell(side, row) + priceCell] ?? NaN
  amount = (side: Side, row: number) => this.news.values[this.#cell(side, row) + amountCell] ?? NaN
  sum = (side: Side, row: number) => this.news.values[this.#cell(side, row) + sumCell] ?? NaN

  /** Of the ungrouped book. */
  bestPrice(side: Side): Decimal | null {
    return cellDecimal(this.news, cellOfBest[side], this.news.priceScale)
  }

  bestAmount(side: Side): Decimal | null {
    return cellDecimal(this.news, cellOfBest[side] + 1, this.news.amountScale)
  }

  /** Null while a side is empty. */
  best(): BestPrices | null {
    const bid = this.bestPrice('bids')
    const ask = this.bestPrice('asks')
    return bid && ask && new BestPrices(bid, ask)
  }

  /** From -1 (asks alone) to 1 (bids alone), over this many rows of each side. */
  imbalance(rows: number, digits = 4): Decimal | null {
    const bids = this.#total('bids', rows)
    const asks = this.#total('asks', rows)
    const both = addDecimals(bids, asks)
    return both.units === 0n ? null : divideDecimals(subtractDecimals(bids, asks), both, digits)
  }

  /** The cost in quote currency down to this level; exact if levels are not grouped. */
  costText(side: Side, row: number): string {
    const { priceScale, amountScale } = this.news
    let cost: Decimal = { units: 0n, scale: 0 }
    for (let at = 0; at <= row && at < this.count(side); at += 1) {
      const price = cellDecimal(this.news, this.#cell(side, at) + priceCell, priceScale)
      const amount = cellDecimal(this.news, this.#cell(side, at) + amountCell, amountScale)
      if (price && amount) cost = addDecimals(cost, multiplyDecimals(price, amount))
    }
    return formatDecimal(canonical(cost))
  }

  #total(side: Side, rows: number): Decimal {
    const last = Math.min(rows, this.count(side)) - 1
    const sum =
      last < 0 ? null : cellDecimal(this.news, this.#cell(side, last) + sumCell, this.news.amountScale)
    return sum ?? { units: 0n, scale: 0 }
  }

  #text(side: Side, row: number, cell: number, scale: number): string | null {
    return row < this.count(side) ? cellText(this.news, this.#cell(side, row) + cell, scale) : null
  }

  #cell(side: Side, row: number): number {
    return bestWidth + levelWidth * (side === 'bids' ? row : this.news.bids + row)
  }
}
