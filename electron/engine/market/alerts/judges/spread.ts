import { canonical, type Decimal, parseDecimal } from '#shared/domain/base/decimal'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { Book } from '#shared/domain/market/book/index'
import type { SpreadCondition } from '#shared/domain/market/alerts/index'
import type { LiveMarket } from '../../types'
import type { Values } from '../types'
import { BookJudge } from './book-judge'
import { figure, surroundings } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const basisPointsInWhole = 20_000

export class SpreadJudge extends BookJudge {
  readonly #wanted: Decimal
  readonly #near: number

  constructor(condition: SpreadCondition) {
    super()
    this.#wanted = parseDecimal(condition.basisPoints)!
    this.#near = Number(condition.basisPoints)
  }

  look({ book }: LiveMarket): boolean {
    const bid = book.bestBidUnits
    const ask = book.bestAskUnits
    const seen = ((ask - bid) * basisPointsInWhole) / (ask + bid)
    if (seen === seen) {
      this.missing = null
      // Doubles decide clear cases; only values near the limit are computed exactly.
      const room = seen - this.#near
      return Math.abs(room) > 1e-9 * (1 + this.#near) ? room > 0 : this.#exactly(book)
    }
    if (book.wide) return this.#exactly(book)
    this.missing = marketText.alertsBlind.oneSided
    return false
  }

  values(market: LiveMarket): Values {
    const best = bestPrices(market.book)
    const basisPoints = best?.basisPoints(6) ?? null
    return [
      ...figure(names.spreadBasisPoints, basisPoints && canonical(basisPoints)),
      ...figure(names.spread, best && canonical(best.spread)),
      ...surroundings(market)
    ]
  }

  #exactly(book: Book): boolean {
    const best = bestPrices(book)
    this.missing = best ? null : marketText.alertsBlind.oneSided
    return best?.isAtLeast(this.#wanted) ?? false
  }
}
