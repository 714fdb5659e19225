import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import type { Book } from '#shared/domain/market/book/index'
import type { ImbalanceCondition } from '#shared/domain/market/alerts/index'
import { depthOfLevels, imbalance, quickImbalance } from '#shared/domain/market/depth/index'
import type { LiveMarket } from '../../types'
import type { Values } from '../types'
import { BookJudge } from './book-judge'
import { figure, surroundings } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const hundred = { units: 100n, scale: 0 }
/** The limit of `quickImbalance`. */
const maxQuick = 64

export class ImbalanceJudge extends BookJudge {
  readonly #percent: Decimal
  readonly #near: number

  constructor(private readonly condition: ImbalanceCondition) {
    super()
    this.#percent = parseDecimal(condition.percent)!
    this.#near = Number(condition.percent) / 100
  }

  look({ book }: LiveMarket): boolean {
    const { levels, side } = this.condition
    const quick = levels <= maxQuick ? quickImbalance(book, levels) : NaN
    if (quick === quick) {
      this.missing = null
      const weight = side === 'bids' ? quick : side === 'asks' ? -quick : Math.abs(quick)
      const room = weight - this.#near
      return Math.abs(room) > 1e-9 ? room > 0 : this.#exactly(book)
    }
    return this.#exactly(book)
  }

  values(market: LiveMarket): Values {
    const { book } = market
    const seen = imbalance(book, this.condition.levels, 8)
    return [
      ...figure(names.imbalance, seen && multiplyDecimals(seen, hundred)),
      ...figure(names.bidSize, depthOfLevels(book, 'bids', this.condition.levels).size),
      ...figure(names.askSize, depthOfLevels(book, 'asks', this.condition.levels).size),
      ...surroundings(market)
    ]
  }

  #exactly(book: Book): boolean {
    const { levels, side } = this.condition
    const bids = depthOfLevels(book, 'bids', levels).size
    const asks = depthOfLevels(book, 'asks', levels).size
    const both = addDecimals(bids, asks)
    this.missing = both.units === 0n ? marketText.alertsBlind.emptyBook : null
    if (both.units === 0n) return false
    const more = multiplyDecimals(subtractDecimals(bids, asks), hundred)
    const wanted = multiplyDecimals(this.#percent, both)
    const less = { ...more, units: -more.units }
    const bidsOutweigh = side !== 'asks' && compareDecimals(more, wanted) >= 0
    return bidsOutweigh || (side !== 'bids' && compareDecimals(less, wanted) >= 0)
  }
}
