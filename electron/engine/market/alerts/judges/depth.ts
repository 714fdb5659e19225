import { parseDecimal } from '#shared/domain/base/decimal'
import type { Side } from '#shared/domain/market/book/index'
import type { DepthCondition } from '#shared/domain/market/alerts/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { LiveMarket } from '../../types'
import type { Values } from '../types'
import { BookJudge } from './book-judge'
import { figure, missingOfMid, type NamedValue, percentOf, surroundings, text } from './values'
import { SizeWithin } from './within'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

/** A book without a mid has no depth, so it is not evaluated. */
export class DepthJudge extends BookJudge {
  readonly #sides: readonly Side[]
  readonly #within: SizeWithin

  constructor({ side, size, basisPoints }: DepthCondition) {
    super()
    this.#sides = side === 'either' ? ['bids', 'asks'] : [side]
    this.#within = new SizeWithin(parseDecimal(size)!, percentOf(parseDecimal(basisPoints)!))
  }

  look({ book }: LiveMarket): boolean {
    this.missing = missingOfMid(book)
    if (this.missing !== null) return false
    for (const side of this.#sides) if (this.#within.reaches(book, side) === false) return true
    return false
  }

  values(market: LiveMarket): Values {
    const { book } = market
    const found: NamedValue[] = []
    for (const side of this.#sides) {
      if (this.#within.reaches(book, side) !== false) continue
      found.push(text(names.side, names[side]), ...figure(names.depth, this.#within.sizeOn(book, side)))
    }
    return [...found, ...figure(names.mid, bestPrices(book)?.mid), ...surroundings(market)]
  }
}
