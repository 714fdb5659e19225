import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import type { MoveCondition } from '#shared/domain/market/alerts/index'
import type { LiveMarket } from '../../types'
import type { Gap, Judge, Values } from '../types'
import { NewTrades } from './new-trades'
import { PriceWindow } from './price-window'
import { duringGap, figure, surroundings } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

const hundred = { units: 100n, scale: 0 }
const digits = 4

/** Counts prices since it was armed while the market is live. A move that fired it is not counted again. */
export class MoveJudge implements Judge {
  readonly input = 'trades'
  readonly remembers = true
  missing: string | null = null
  readonly #percent: Decimal
  readonly #prices: PriceWindow
  readonly #trades = new NewTrades()
  /** The last one in which trades may be missing. */
  #gap: Gap | null = null
  #seen: { readonly price: Decimal; readonly reference: PriceWindow['lowest'] } | null = null

  constructor(private readonly condition: MoveCondition) {
    this.#percent = parseDecimal(condition.percent)!
    this.#prices = new PriceWindow(condition.minutes * 60_000)
  }

  begin(market: LiveMarket): void {
    this.#trades.skip(market)
  }

  look(market: LiveMarket): boolean {
    const holds = this.#trades.read(market, ({ price }, at) => this.#see(price, at))
    this.missing = this.#prices.lowest ? null : marketText.alertsBlind.noTrade
    return holds
  }

  values(market: LiveMarket): Values {
    const { price, reference } = this.#seen!
    const from = reference!.price
    const change = multiplyDecimals(subtractDecimals(price, from), hundred)
    const isAcrossGap = this.#gap !== null && reference!.from < this.#gap.to
    this.#prices.clear()
    return [
      ...figure(names.last, price),
      ...figure(names.move, divideDecimals(change, from, digits)),
      ...figure(names.from, from),
      ...duringGap(isAcrossGap ? this.#gap : null),
      ...surroundings(market, 'last')
    ]
  }

  /** Prices while the market was not live are unknown, except the one that ended a silence. */
  resumed(market: LiveMarket, gap: Gap, silent: boolean): void {
    if (silent) return
    this.#prices.end(gap.from)
    this.#trades.skip(market)
    this.#gap = gap
  }

  #see(price: Decimal, at: number): boolean {
    this.#prices.add(price, at)
    const { lowest, highest } = this.#prices
    const { direction } = this.condition
    const rose = direction !== 'down' && this.#isFar(price, lowest)
    const fell = direction !== 'up' && this.#isFar(price, highest)
    if (rose || fell) this.#seen = { price, reference: rose ? lowest : highest }
    return rose || fell
  }

  #isFar(price: Decimal, reference: PriceWindow['lowest']): boolean {
    if (!reference || reference.price.units <= 0n) return false
    const change = multiplyDecimals(subtractDecimals(price, reference.price), hundred)
    const distance = change.units < 0n ? { ...change, units: -change.units } : change
    return compareDecimals(distance, multiplyDecimals(this.#percent, reference.price)) >= 0
  }
}
