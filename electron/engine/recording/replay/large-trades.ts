import { compareDecimals, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { isBuy, isSell } from '#shared/domain/market/tape/index'
import type { RecordedTrade } from '../keyframes/trade-lines'

/** Of a segment. */
const maxTrades = 50

export interface LargeTrade {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly amount: Decimal
  /** 1 for a buy, -1 for a sell, 0 if not inferred. */
  readonly side: number
}

/** The largest trades of one market. */
export class LargeTrades {
  /** Largest first. */
  readonly #trades: LargeTrade[]
  /** The smallest of them, once there are as many as may be. */
  #min = -Infinity

  constructor({ all = [] }: Partial<LargeTrades> = {}) {
    this.#trades = [...all]
    this.#limit()
  }

  get all(): readonly LargeTrade[] {
    return this.#trades
  }

  /** False for an amount that is surely too small; cheaper than to read it exactly. */
  readonly mayHave = (amount: string): boolean => !(Number(amount) < this.#min)

  add({ received, amount, inference }: Pick<RecordedTrade, 'received' | 'amount' | 'inference'>): void {
    const smallest = this.#trades.at(-1)
    const isFull = this.#trades.length === maxTrades
    if (isFull && compareDecimals(amount, smallest!.amount) <= 0) return
    const side = Number(isBuy(inference)) - Number(isSell(inference))
    const before = this.#trades.findIndex((trade) => compareDecimals(trade.amount, amount) < 0)
    this.#trades.splice(before === -1 ? this.#trades.length : before, 0, {
      at: received.milliseconds,
      amount,
      side
    })
    this.#limit()
  }

  #limit(): void {
    this.#trades.length = Math.min(this.#trades.length, maxTrades)
    const smallest = this.#trades[maxTrades - 1]
    if (smallest) this.#min = Number(formatDecimal(smallest.amount))
  }
}
