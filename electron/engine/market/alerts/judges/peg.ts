import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import type { PegCondition } from '#shared/domain/market/alerts/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { Book } from '#shared/domain/market/book/index'
import type { Clock } from '../../../base/clock'
import type { LiveMarket } from '../../types'
import type { Gap, Judge, Values } from '../types'
import { Threshold } from './threshold'
import { figure, inSeconds, missingOfMid, percentOf, surroundings, text } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const two = { units: 2n, scale: 0 }
const basisPointsInWhole = { units: 10_000n, scale: 0 }

/** The time counts while the book is known without a break: silence keeps it, anything else restarts it. */
export class PegJudge implements Judge {
  readonly input = 'book'
  readonly remembers = true
  missing: string | null = null
  dueAt: number | null = null
  readonly #peg: Decimal
  /** Twice the price, as the mid may be half a unit. */
  readonly #low: Threshold
  readonly #high: Threshold
  readonly #milliseconds: number
  /** Monotonic; null while at the peg. */
  #offSince: number | null = null

  constructor(
    { peg, basisPoints, seconds }: PegCondition,
    private readonly clock: Clock
  ) {
    this.#peg = parseDecimal(peg)!
    const doubled = multiplyDecimals(this.#peg, two)
    const room = percentOf(multiplyDecimals(doubled, percentOf(parseDecimal(basisPoints)!)))
    this.#low = new Threshold(subtractDecimals(doubled, room))
    this.#high = new Threshold(addDecimals(doubled, room))
    this.#milliseconds = seconds * 1000
  }

  begin(): void {}

  look({ book }: LiveMarket): boolean {
    this.missing = missingOfMid(book)
    const now = this.clock.monotonic()
    this.#offSince = this.missing === null && this.#isOff(book) ? (this.#offSince ?? now) : null
    const due = this.#offSince === null ? null : this.#offSince + this.#milliseconds
    const holds = due !== null && now >= due
    this.dueAt = holds ? null : due
    return holds
  }

  values(market: LiveMarket): Values {
    const mid = bestPrices(market.book)?.mid
    const away = mid && multiplyDecimals(subtractDecimals(mid, this.#peg), basisPointsInWhole)
    return [
      ...figure(names.offPeg, away && divideDecimals(away, this.#peg, 4)),
      ...figure(names.mid, mid),
      text(names.offFor, inSeconds(this.clock.monotonic() - (this.#offSince ?? 0))),
      ...surroundings(market)
    ]
  }

  resumed(_market: LiveMarket, _gap: Gap, silent: boolean): void {
    if (!silent) this.#offSince = null
  }

  #isOff(book: Book): boolean {
    const sum = book.bestBidUnits + book.bestAskUnits
    if (sum <= Number.MAX_SAFE_INTEGER)
      return this.#low.compare(sum, book.priceScale) <= 0 || this.#high.compare(sum, book.priceScale) >= 0
    const doubled = multiplyDecimals(bestPrices(book)!.mid, two)
    return compareDecimals(doubled, this.#low.value) <= 0 || compareDecimals(doubled, this.#high.value) >= 0
  }
}
