import { compareDecimals, type Decimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import { depthWithin } from '#shared/domain/market/depth/index'
import { edgeWithin } from './edge'
import { Threshold } from './threshold'

const chunk = 256
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)

/** Compares the size within a percentage of the mid with another size. */
export class SizeWithin {
  readonly #size: Threshold

  constructor(
    size: Decimal,
    private readonly percent: Decimal
  ) {
    this.#size = new Threshold(size)
  }

  /** Stops reading as soon as the result is known; null without a mid. */
  reaches(book: Book, side: Side): boolean | null {
    if (book.wide) return this.#reachesExactly(book, side)
    const edge = edgeWithin(book, side, this.percent)
    if (Number.isNaN(edge)) return null
    // Beyond this, sums in doubles are inexact.
    const enough = Math.min(this.#size.min(book.amountScale), 2 ** 53)
    let sum = 0
    let beyond: number | undefined
    for (;;) {
      const count = book.read(side, chunk, prices, amounts, beyond)
      for (let index = 0; index < count; index += 1) {
        const price = prices[index]!
        if (side === 'bids' ? price < edge : price > edge) return false
        sum += amounts[index]!
        if (sum >= enough) return sum < 2 ** 53 || this.#reachesExactly(book, side)
      }
      if (count < chunk) return false
      beyond = prices[count - 1]!
    }
  }

  sizeOn(book: Book, side: Side): Decimal | null {
    return depthWithin(book, side, this.percent)?.size ?? null
  }

  #reachesExactly(book: Book, side: Side): boolean | null {
    const size = this.sizeOn(book, side)
    return size && compareDecimals(size, this.#size.value) >= 0
  }
}
