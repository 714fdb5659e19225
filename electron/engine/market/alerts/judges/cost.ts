import { type Decimal, parseDecimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import type { CostCondition } from '#shared/domain/market/alerts/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import { costOf, costsAtLeast } from '#shared/domain/market/depth/index'
import type { LiveMarket } from '../../types'
import type { Values } from '../types'
import { BookJudge } from './book-judge'
import { quickCost } from './quick-cost'
import { figure, missingOfMid, type NamedValue, surroundings, text } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

/** In basis points; doubles decide whatever is further from the limit. */
const near = 1e-5

export class CostJudge extends BookJudge {
  readonly #sides: readonly Side[]
  readonly #size: Decimal
  readonly #limit: Decimal
  readonly #near: number

  constructor(private readonly condition: CostCondition) {
    super()
    const { side, size, basisPoints } = condition
    this.#sides = side === 'either' ? ['asks', 'bids'] : side === 'buy' ? ['asks'] : ['bids']
    this.#size = parseDecimal(size)!
    this.#limit = parseDecimal(basisPoints)!
    this.#near = Number(basisPoints)
  }

  look({ book }: LiveMarket): boolean {
    this.missing = missingOfMid(book)
    if (this.missing !== null) return false
    for (const side of this.#sides) if (this.#holds(book, side)) return true
    return false
  }

  values(market: LiveMarket): Values {
    const { book } = market
    const found: NamedValue[] = []
    for (const side of this.#sides) {
      if (!this.#holds(book, side)) continue
      const cost = costOf(book, side, this.#size, this.condition.unit)
      if (!cost) continue
      found.push(
        text(names.side, side === 'asks' ? names.buy : names.sell),
        ...figure(names.cost, cost.basisPoints),
        ...(cost.complete ? [] : figure(names.fills, cost.size)),
        ...figure(names.average, cost.average),
        ...figure(names.worst, cost.worst)
      )
    }
    return [...found, ...figure(names.mid, bestPrices(book)?.mid), ...surroundings(market)]
  }

  #holds(book: Book, side: Side): boolean {
    const { unit } = this.condition
    const room = quickCost(book, side, this.#size, unit) - this.#near
    if (Math.abs(room) > near * (1 + this.#near)) return room > 0
    return costsAtLeast(book, side, this.#size, unit, this.#limit) ?? false
  }
}
