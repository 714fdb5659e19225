import { compareDecimals, type Decimal, parseDecimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import type { RestingCondition } from '#shared/domain/market/alerts/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import { depthWithin } from '#shared/domain/market/depth/index'
import type { LiveMarket } from '../../types'
import type { Judge, Values } from '../types'
import { edgeWithin } from './edge'
import { Threshold } from './threshold'
import { figure, type NamedValue, surroundings, text } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const chunk = 256
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)

export class RestingJudge implements Judge {
  readonly input = 'book'
  readonly remembers = false
  missing: string | null = null
  readonly #sides: readonly Side[]
  readonly #size: Threshold
  readonly #price: Threshold | null
  readonly #within: Decimal

  constructor({ side, size, price, within }: RestingCondition) {
    this.#sides = side === 'either' ? ['bids', 'asks'] : [side]
    this.#size = new Threshold(parseDecimal(size)!)
    this.#price = price === null ? null : new Threshold(parseDecimal(price)!)
    this.#within = parseDecimal(within)!
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

  begin(): void {}

  resumed(): void {}

  #holds(book: Book, side: Side): boolean {
    if (book.wide) return this.#holdsExactly(book, side)
    return this.#price ? this.#holdsAt(book, side, this.#price) : this.#holdsWithin(book, side)
  }

  #holdsAt(book: Book, side: Side, price: Threshold): boolean {
    const units = price.at(book.priceScale)
    // A price finer than the book's scale has no level.
    if (Number.isNaN(units)) return false
    const justBetter = side === 'bids' ? units + 1 : units - 1
    const found = book.read(side, 1, prices, amounts, justBetter) > 0 && prices[0] === units
    return found && this.#size.compare(amounts[0]!, book.amountScale) >= 0
  }

  /** Stops reading as soon as the result is known. */
  #holdsWithin(book: Book, side: Side): boolean {
    const edge = edgeWithin(book, side, this.#within)
    if (Number.isNaN(edge)) {
      this.missing = marketText.alertsBlind.oneSided
      return false
    }
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
        if (sum >= enough) return sum < 2 ** 53 || this.#holdsExactly(book, side)
      }
      if (count < chunk) return false
      beyond = prices[count - 1]!
    }
  }

  #holdsExactly(book: Book, side: Side): boolean {
    const resting = this.#restingOn(book, side)
    return resting !== null && compareDecimals(resting, this.#size.value) >= 0
  }

  #restingOn(book: Book, side: Side): Decimal | null {
    const price = this.#price
    if (!price) return depthWithin(book, side, this.#within)?.size ?? null
    return (
      book.levels(side, Infinity).find((level) => price.compareExactly(level.price) === 0)?.amount ?? null
    )
  }
}
