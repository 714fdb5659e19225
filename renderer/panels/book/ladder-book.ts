import { compareDecimals, parseDecimal } from '#shared/domain/base/decimal'
import type { BookLevels, Side } from '../../lib/markets'

/** A pinned price. */
export interface Slot {
  /** The nearest double. */
  readonly value: number
  /** Plain and exact. */
  readonly text: string
  /** The side when it was pinned. */
  readonly side: Side
}

export interface RowBook {
  count(side: Side): number
  /** As the nearest double. */
  value(side: Side, row: number): number
  text(side: Side, row: number): string
  /** Negative if the row's price is lower than the slot's. */
  compare(side: Side, row: number, slot: Slot): number
  /** Whether more levels may follow the last row. */
  more(side: Side): boolean
}

export class LadderBook implements RowBook {
  readonly #divisor: number

  constructor(
    readonly levels: BookLevels,
    /** The requested levels per side; fewer mean that there are no more. */
    private readonly asked: number
  ) {
    this.#divisor = 10 ** levels.news.priceScale
  }

  count(side: Side): number {
    return this.levels.count(side)
  }

  // The nearest double, so equal prices are equal numbers at any scale.
  value(side: Side, row: number): number {
    return this.levels.price(side, row) / this.#divisor
  }

  text(side: Side, row: number): string {
    return this.levels.priceText(side, row) ?? ''
  }

  compare(side: Side, row: number, slot: Slot): number {
    const difference = this.value(side, row) - slot.value
    if (difference !== 0 || this.levels.news.exact === null) return difference
    // Prices too long for doubles may be equal as doubles.
    const price = parseDecimal(this.text(side, row))
    const pinned = parseDecimal(slot.text)
    return price && pinned ? compareDecimals(price, pinned) : difference
  }

  more(side: Side): boolean {
    return this.levels.count(side) >= this.asked
  }
}

/** The number of levels better than the price, which is the index of its own level. */
export function rankOf(book: RowBook, side: Side, slot: Slot): number {
  let low = 0
  let high = book.count(side)
  while (low < high) {
    const middle = (low + high) >> 1
    const difference = book.compare(side, middle, slot)
    if (side === 'asks' ? difference < 0 : difference > 0) low = middle + 1
    else high = middle
  }
  return low
}

export const isAt = (book: RowBook, side: Side, rank: number, slot: Slot): boolean =>
  rank < book.count(side) && book.compare(side, rank, slot) === 0
