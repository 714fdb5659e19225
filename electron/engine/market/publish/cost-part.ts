import { parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { Book, Side } from '#shared/domain/market/book/index'
import { costOf, valueWithin, type SizeUnit } from '#shared/domain/market/depth/index'
import { costWidth, type CostName, type CostNews, costNames } from '#shared/contract/market/market-news'
import type { MarketParts } from '#shared/contract/market/markets'
import { Cells } from './cells'

type CostFigures = Partial<Record<CostName, Decimal | null>>

/** Computed from all levels of the book when it is sent. */
export class CostPart {
  readonly #cells = new Cells(costWidth)
  readonly #scales = new Uint8Array(costWidth)
  readonly #size: Decimal
  readonly #unit: SizeUnit
  readonly #within: number | null

  constructor({ size, unit, within }: NonNullable<MarketParts['cost']>) {
    this.#size = parseDecimal(size)!
    this.#unit = unit
    this.#within = within
  }

  read(book: Book): CostNews {
    const crossed = (bestPrices(book)?.spread.units ?? 0n) < 0n
    this.#cells.begin()
    for (const side of ['asks', 'bids'] as const) {
      const figures = crossed ? {} : this.#figures(book, side)
      for (const name of costNames) this.#cells.putScaled(figures[name] ?? null, this.#scales)
    }
    return { scales: this.#scales, values: this.#cells.values, exact: this.#cells.exact }
  }

  #figures(book: Book, side: Side): CostFigures {
    const cost = costOf(book, side, this.#size, this.#unit)
    const within = this.#within === null ? null : valueWithin(book, side, this.#within)
    if (!cost) return { within }
    return { ...cost, levels: whole(cost.levels), complete: whole(cost.complete ? 1 : 0), within }
  }
}

const whole = (count: number): Decimal => ({ units: BigInt(count), scale: 0 })
