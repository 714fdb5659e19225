import { compareDecimals, type Decimal, parseDecimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import type { RestingCondition } from '#shared/domain/market/alerts/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { LiveMarket } from '../../types'
import type { Values } from '../types'
import { BookJudge } from './book-judge'
import { Threshold } from './threshold'
import { figure, type NamedValue, surroundings, text } from './values'
import { SizeWithin } from './within'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const prices = new Float64Array(1)
const amounts = new Float64Array(1)

export class RestingJudge extends BookJudge {
  readonly #sides: readonly Side[]
  readonly #size: Threshold
  readonly #price: Threshold | null
  readonly #within: SizeWithin

  constructor({ side, size, price, within }: RestingCondition) {
    super()
    this.#sides = side === 'either' ? ['bids', 'asks'] : [side]
    this.#size = new Threshold(parseDecimal(size)!)
    this.#price = price === null ? null : new Threshold(parseDecimal(price)!)
    this.#within = new SizeWithin(this.#size.value, parseDecimal(within)!)
  }

  look({ book }: LiveMarket): boolean {
    this.missing = null
    for (const side of this.#sides) if (this.#holds(book, side)) return true
    return false
  }

  values(market: LiveMarket): Values {
    const { book } = market
    const found: NamedValue[] = []
    for (const side of this.#sides) {
      if (!this.#holds(book, side)) continue
      found.push(text(names.side, names[side]), ...figure(names.resting, this.#restingOn(book, side)))
    }
    if (this.#price) found.push(...figure(names.price, this.#price.value))
    else found.push(...figure(names.mid, bestPrices(book)?.mid ?? null))
    return [...found, ...surroundings(market)]
  }

  #holds(book: Book, side: Side): boolean {
    if (this.#price) return this.#holdsAt(book, side, this.#price)
    const reaches = this.#within.reaches(book, side)
    if (reaches === null) this.missing = marketText.alertsBlind.oneSided
    return reaches ?? false
  }

  #holdsAt(book: Book, side: Side, price: Threshold): boolean {
    if (book.wide) {
      const resting = this.#restingOn(book, side)
      return resting !== null && compareDecimals(resting, this.#size.value) >= 0
    }
    const units = price.at(book.priceScale)
    // A price finer than the book's scale has no level.
    if (Number.isNaN(units)) return false
    const justBetter = side === 'bids' ? units + 1 : units - 1
    const found = book.read(side, 1, prices, amounts, justBetter) > 0 && prices[0] === units
    return found && this.#size.compare(amounts[0]!, book.amountScale) >= 0
  }

  #restingOn(book: Book, side: Side): Decimal | null {
    const price = this.#price
    if (!price) return this.#within.sizeOn(book, side)
    return (
      book.levels(side, Infinity).find((level) => price.compareExactly(level.price) === 0)?.amount ?? null
    )
  }
}
