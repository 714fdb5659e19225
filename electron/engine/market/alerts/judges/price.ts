import { decimalOfUnits, type Decimal, parseDecimal } from '#shared/domain/base/decimal'
import type { PriceCondition } from '#shared/domain/market/alerts/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { LiveMarket } from '../../types'
import type { Gap, Judge, Values } from '../types'
import { LineSide } from './line-side'
import { Threshold } from './threshold'
import { duringGap, figure, surroundings, text } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const two = { units: 2n, scale: 0 }

/**
 * The side is remembered while the market is not live, so a cross in that time fires too, and its values say that the
 * time is unknown.
 */
export class PriceJudge implements Judge {
  readonly input: Judge['input']
  readonly remembers = true
  missing: string | null = null
  readonly #line: Threshold
  readonly #of: PriceCondition['of']
  readonly #side: LineSide
  /** The previous and current price: units and scale, or the decimal if long. */
  #units = NaN
  #scale = 0
  #long: Decimal | null = null
  #before: Decimal | null = null
  /** Between the previous and current price. */
  #gap: Gap | null = null
  #nextGap: Gap | null = null

  constructor(condition: PriceCondition) {
    const price = parseDecimal(condition.price)!
    this.#of = condition.of
    this.#side = new LineSide(condition.direction)
    this.input = condition.of === 'last' ? 'trades' : 'book'
    // The mid may be half a unit, so twice the mid is compared with twice the line.
    this.#line = new Threshold(condition.of === 'mid' ? { ...price, units: price.units * two.units } : price)
  }

  begin(): void {}

  look(market: LiveMarket): boolean {
    const units = this.#unitsOf(market)
    if (units === units) return this.#see(market, units)
    const long = this.#longOf(market)
    if (long) return this.#seeLong(long)
    this.missing = this.#of === 'last' ? marketText.alertsBlind.noTrade : marketText.alertsBlind.oneSided
    return false
  }

  values(market: LiveMarket): Values {
    const around = surroundings(market, this.#of === 'mid' ? undefined : this.#of)
    return [
      ...figure(names[this.#of], this.#now),
      ...figure(names.before, this.#before),
      text(names.crossed, names[this.#side.way]),
      ...duringGap(this.#gap),
      ...around
    ]
  }

  resumed(_market: LiveMarket, gap: Gap): void {
    // Merges gaps without a price in between.
    this.#nextGap = { from: this.#nextGap?.from ?? gap.from, to: gap.to }
  }

  /** Twice the mid. NaN if long or undefined. */
  #unitsOf({ book, tape, tradeAt }: LiveMarket): number {
    // Trades of before may be on the tape.
    if (this.#of === 'last') return tradeAt === null ? NaN : tape.lastPriceUnits
    if (this.#of === 'bid') return book.bestBidUnits
    if (this.#of === 'ask') return book.bestAskUnits
    const sum = book.bestBidUnits + book.bestAskUnits
    return sum <= Number.MAX_SAFE_INTEGER ? sum : NaN
  }

  #longOf({ book, tape, tradeAt }: LiveMarket): Decimal | null {
    if (this.#of === 'last') return tradeAt === null ? null : tape.lastPrice
    if (this.#of === 'bid') return book.best('bids')?.price ?? null
    if (this.#of === 'ask') return book.best('asks')?.price ?? null
    return bestPrices(book)?.mid ?? null
  }

  #see({ book, tape }: LiveMarket, units: number): boolean {
    const scale = this.#of === 'last' ? tape.priceScale : book.priceScale
    this.#gap = this.#nextGap
    this.#nextGap = null
    if (units === this.#units && scale === this.#scale) return false
    const crosses = this.#judge(this.#line.compare(units, scale))
    if (crosses) this.#before = this.#now
    this.#units = units
    this.#scale = scale
    this.#long = null
    return crosses
  }

  #seeLong(price: Decimal): boolean {
    this.#gap = this.#nextGap
    this.#nextGap = null
    const doubled = this.#of === 'mid' ? { ...price, units: price.units * two.units } : price
    const crosses = this.#judge(this.#line.compareExactly(doubled))
    if (crosses) this.#before = this.#now
    this.#units = NaN
    this.#long = price
    return crosses
  }

  get #now(): Decimal | null {
    if (this.#long) return this.#long
    if (Number.isNaN(this.#units)) return null
    const seen = decimalOfUnits(this.#units, this.#scale)
    return this.#of === 'mid' ? { units: seen.units * 5n, scale: seen.scale + 1 } : seen
  }

  #judge(compared: number): boolean {
    this.missing = null
    return this.#side.crosses(compared)
  }
}
