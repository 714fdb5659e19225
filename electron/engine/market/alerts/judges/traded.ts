import { compareDecimals, type Decimal, parseDecimal } from '#shared/domain/base/decimal'
import type { TradedCondition } from '#shared/domain/market/alerts/index'
import type { Trade } from '#shared/domain/market/tape/index'
import { formatTimeShortest } from '#shared/domain/base/time'
import type { LiveMarket } from '../../types'
import type { Gap, Judge, Values } from '../types'
import { NewTrades } from './new-trades'
import { TradedWindow } from './traded-window'
import { figure, surroundings, text } from './values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

/** Counts trades since it was armed while the market is live. Trades that fired it are not counted again. */
export class TradedJudge implements Judge {
  readonly input = 'trades'
  readonly remembers = true
  readonly missing = null
  readonly #size: Decimal
  readonly #window: TradedWindow | null
  readonly #trades = new NewTrades()
  #seen: { readonly trade: Trade; readonly sum: Decimal; readonly trades: number } | null = null

  constructor(private readonly condition: TradedCondition) {
    this.#size = parseDecimal(condition.size)!
    this.#window = condition.seconds === 0 ? null : new TradedWindow(condition.seconds)
  }

  begin(market: LiveMarket): void {
    this.#trades.skip(market)
  }

  look(market: LiveMarket): boolean {
    return this.#trades.read(market, (trade, at) => this.#counts(trade) && this.#see(trade, at))
  }

  values(market: LiveMarket): Values {
    if (!this.#seen) return surroundings(market)
    const { trade, sum, trades } = this.#seen
    const whole = this.#window
      ? [
          ...figure(names.traded, sum),
          text(names.trades, String(trades)),
          ...figure(names.lastSize, trade.amount)
        ]
      : figure(names.size, sum)
    this.#window?.clear()
    return [
      ...whole,
      ...figure(names.price, trade.price),
      text(names.side, marketText.aggressors[trade.aggressor]),
      text(names.executed, formatTimeShortest(trade.executedAt)),
      ...surroundings(market, 'last')
    ]
  }

  /** Trades while the market was not live are ignored, except the one that ended a silence. */
  resumed(market: LiveMarket, _gap: Gap, silent: boolean): void {
    if (!silent) this.#trades.skip(market)
  }

  #counts({ aggressor }: Trade): boolean {
    return this.condition.side === 'either' || aggressor === this.condition.side
  }

  #see(trade: Trade, at: number): boolean {
    const window = this.#window
    window?.add(at, trade.amount)
    const sum = window?.sum ?? trade.amount
    if (compareDecimals(sum, this.#size) < 0) return false
    this.#seen = { trade, sum, trades: window?.count ?? 1 }
    return true
  }
}
