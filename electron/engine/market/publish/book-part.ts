import { canonical, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import { cumulative, group, readRows, Tick, tickUnits, type Rows } from '#shared/domain/market/depth/index'
import { maxLevels, type MarketParts } from '#shared/contract/market/markets'
import type { BookNews } from '#shared/contract/market/market-news'
import { Cells } from './cells'

const rows: Rows = {
  prices: new Float64Array(maxLevels),
  amounts: new Float64Array(maxLevels),
  sums: new Float64Array(maxLevels)
}
const tooLong = -1

/** Reads levels from the book when they are sent. */
export class BookPart {
  readonly #cells = new Cells(64)
  readonly #grouping: Decimal | null
  readonly #max: number
  readonly #tick = new Tick()

  constructor({ levels, grouping }: NonNullable<MarketParts['book']>) {
    const tick = grouping === null ? null : parseDecimal(grouping)
    this.#grouping = tick && canonical(tick)
    this.#max = levels
  }

  read(book: Book): BookNews {
    // Finer steps than the book's prices need a finer scale.
    const priceScale = Math.max(book.priceScale, this.#grouping?.scale ?? 0)
    const cells = this.#cells
    cells.begin()
    this.#putBest(book, 'bids', priceScale)
    this.#putBest(book, 'asks', priceScale)
    const bids = this.#putSide(book, 'bids', priceScale)
    const asks = this.#putSide(book, 'asks', priceScale)
    return {
      priceScale,
      tick: this.#tick.learn(book) * 10 ** (priceScale - book.priceScale),
      amountScale: book.amountScale,
      bids,
      asks,
      allBids: book.count('bids'),
      allAsks: book.count('asks'),
      values: cells.values,
      exact: cells.exact
    }
  }

  #putBest(book: Book, side: Side, priceScale: number): void {
    const cells = this.#cells
    const count = priceScale === book.priceScale ? book.read(side, 1, rows.prices, rows.amounts) : tooLong
    if (count === 1) {
      cells.put(rows.prices[0]!)
      cells.put(rows.amounts[0]!)
      return
    }
    const best = book.best(side)
    if (best) {
      cells.putDecimal(best.price, priceScale)
      cells.putDecimal(best.amount, book.amountScale)
    } else {
      cells.put(NaN)
      cells.put(NaN)
    }
  }

  #putSide(book: Book, side: Side, priceScale: number): number {
    const count = priceScale === book.priceScale ? this.#readShort(book, side) : tooLong
    if (count === tooLong) return this.#putLong(book, side, priceScale)
    const cells = this.#cells
    for (let row = 0; row < count; row += 1) {
      cells.put(rows.prices[row]!)
      cells.put(rows.amounts[row]!)
      cells.put(rows.sums[row]!)
    }
    return count
  }

  /** For numbers that fit doubles. */
  #readShort(book: Book, side: Side): number {
    const tick = this.#grouping
    if (tick === null) return readLevels(book, side, this.#max)
    const units = tickUnits(book, tick)
    return Number.isNaN(units) ? tooLong : readRows(book, side, units, this.#max, rows)
  }

  #putLong(book: Book, side: Side, priceScale: number): number {
    const tick = this.#grouping
    const levels = tick ? group(book, side, tick, this.#max) : cumulative(book, side, this.#max)
    for (const { price, amount, size } of levels) {
      this.#cells.putDecimal(price, priceScale)
      this.#cells.putDecimal(amount, book.amountScale)
      this.#cells.putDecimal(size, book.amountScale)
    }
    return levels.length
  }
}

function readLevels(book: Book, side: Side, max: number): number {
  const count = book.read(side, max, rows.prices, rows.amounts)
  let sum = 0
  for (let row = 0; row < count; row += 1) {
    sum += rows.amounts[row]!
    rows.sums[row] = sum
  }
  return sum <= Number.MAX_SAFE_INTEGER ? count : tooLong
}
