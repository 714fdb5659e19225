import { compareDecimals, parseDecimal } from '#shared/domain/base/decimal'
import type { BookLevels, Side } from '../../lib/markets'

/** A price that a row may be pinned to. */
export interface Slot {
  /** The nearest double. */
  readonly value: number
  /** Exact, plain. */
  readonly text: string
  /** Of which side it was when it was pinned. */
  readonly side: Side
}

export interface RowBook {
  count(side: Side): number
  /** The price as the nearest double. */
  value(side: Side, row: number): number
  text(side: Side, row: number): string
  /** Below zero where the price of the row is lower than that of the slot, zero where it is the same. */
  compare(side: Side, row: number, slot: Slot): number
  /** Whether the side may go on beyond its last row. */
  more(side: Side): boolean
}

export class LadderBook implements RowBook {
  readonly #divisor: number

  constructor(
    readonly levels: BookLevels,
    /** So many levels of a side were asked for: with fewer of them, there are no more. */
    private readonly asked: number
  ) {
    this.#divisor = 10 ** levels.news.priceScale
  }

  count(side: Side): number {
    return this.levels.count(side)
  }

  // The quotient is the double nearest to the decimal, whatever scale the units have: the same price is the same number.
  value(side: Side, row: number): number {
    return this.levels.price(side, row) / this.#divisor
  }

  text(side: Side, row: number): string {
    return this.levels.priceText(side, row) ?? ''
  }

  compare(side: Side, row: number, slot: Slot): number {
    const difference = this.value(side, row) - slot.value
    if (difference !== 0 || this.levels.news.exact === null) return difference
    // Prices too long for doubles may share one.
    const price = parseDecimal(this.text(side, row))
    const pinned = parseDecimal(slot.text)
    return price && pinned ? compareDecimals(price, pinned) : difference
  }

  more(side: Side): boolean {
    return this.levels.count(side) >= this.asked
  }
}

/** How many levels of the side are better than the price; that of the slot itself, if there is one, stands there. */
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
