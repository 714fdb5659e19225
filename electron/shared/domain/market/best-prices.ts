import {
  addDecimals,
  canonical,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  type Decimal
} from '../base/decimal'
import type { Book } from './book'

const half: Decimal = { units: 5n, scale: 1 }
const tenThousand: Decimal = { units: 10_000n, scale: 0 }

export class BestPrices {
  readonly mid: Decimal
  /** Negative while the book is crossed. */
  readonly spread: Decimal

  constructor(bid: Decimal, ask: Decimal) {
    this.mid = canonical(multiplyDecimals(addDecimals(bid, ask), half))
    this.spread = subtractDecimals(ask, bid)
  }

  /** Null if the mid is not positive. */
  basisPoints(digits: number): Decimal | null {
    return this.mid.units > 0n
      ? divideDecimals(multiplyDecimals(this.spread, tenThousand), this.mid, digits)
      : null
  }

  isAtLeast(basisPoints: Decimal): boolean {
    const limit = multiplyDecimals(basisPoints, this.mid)
    return this.mid.units > 0n && compareDecimals(multiplyDecimals(this.spread, tenThousand), limit) >= 0
  }
}

/** Null while a side is empty. */
export function bestPrices(book: Pick<Book, 'best'>): BestPrices | null {
  const bid = book.best('bids')
  const ask = book.best('asks')
  return bid && ask && new BestPrices(bid.price, ask.price)
}
