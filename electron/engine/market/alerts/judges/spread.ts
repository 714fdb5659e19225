import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import type { Book } from '#shared/domain/market/book/index'
import type { SpreadCondition } from '#shared/domain/market/alerts/index'
import { spread, spreadBasisPoints } from '#shared/domain/market/depth/index'
import type { LiveMarket } from '../../types'
import type { Judge, Values } from '../types'
import { oneSided } from './price'
import { figure, surroundings } from './values'

const basisPointsInWhole = 20_000
const zero = { units: 0n, scale: 0 }

export class SpreadJudge implements Judge {
  readonly hears = 'book'
  readonly remembers = false
  missing: string | null = null
  readonly #wanted: Decimal
  readonly #near: number

  constructor(condition: SpreadCondition) {
    this.#wanted = parseDecimal(condition.basisPoints)!
    this.#near = Number(condition.basisPoints)
  }

  look({ book }: LiveMarket): boolean {
    const bid = book.bestBidUnits
    const ask = book.bestAskUnits
    const seen = ((ask - bid) * basisPointsInWhole) / (ask + bid)
    if (seen === seen) {
      this.missing = null
      // Doubles decide what is clear; only what lies at the limit itself is worked out exactly.
      const room = seen - this.#near
      return Math.abs(room) > 1e-9 * (1 + this.#near) ? room > 0 : this.#exactly(book)
    }
    if (book.wide) return this.#exactly(book)
    this.missing = oneSided
    return false
  }

  values(market: LiveMarket): Values {
    return [
      ...figure('Spread bp', spreadBasisPoints(market.book, 6)),
      ...figure('Spread', spread(market.book)),
      ...surroundings(market)
    ]
  }

  begin(): void {}

  resumed(): void {}

  #exactly(book: Book): boolean {
    const bid = book.best('bids')
    const ask = book.best('asks')
    this.missing = bid && ask ? null : oneSided
    if (!bid || !ask) return false
    const sum = addDecimals(bid.price, ask.price)
    if (compareDecimals(sum, zero) <= 0) return false
    const apart = subtractDecimals(ask.price, bid.price)
    const left = multiplyDecimals(apart, { units: BigInt(basisPointsInWhole), scale: 0 })
    return compareDecimals(left, multiplyDecimals(this.#wanted, sum)) >= 0
  }
}
