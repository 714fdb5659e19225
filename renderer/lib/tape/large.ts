import type { TapeSettings } from '#shared/contract/market/panels/trades'
import type { TapeTrade } from '../markets'
import { fewest, RollingSizes } from './percentile'
import { addSizes, compareSizes, samePrice, sizeOf, type Size } from './sizes'
import { timeOf } from './time'

export type LargeOptions = Pick<TapeSettings, 'large' | 'largeSize' | 'largePercent' | 'largeOf' | 'together'>

/** The number of trades with a kept threshold: more than any window shows. */
const maxKept = 3000

/** Consecutive prints of one row so far. */
interface Open {
  readonly trade: TapeTrade
  size: Size
}

/** Decides which rows are large; by percentile, the limit at that moment is kept, so that a marked row stays marked. */
export class LargeRule {
  readonly #fixed: Size
  readonly #thousandths: number
  readonly #before: RollingSizes
  readonly #limits = new Map<number, Size>()
  #open: Open | null = null

  constructor(private readonly options: LargeOptions) {
    this.#fixed = sizeOf(options.largeSize)
    this.#thousandths = Math.round(Number(options.largePercent) * 10)
    this.#before = new RollingSizes(options.largeOf)
  }

  /** Trades in the order of arrival. */
  learn(trades: readonly TapeTrade[]): void {
    if (this.options.large !== 'percentile') return
    for (const trade of trades) {
      if (this.#open && this.options.together && isOneRow(this.#open.trade, trade))
        this.#open.size = addSizes(this.#open.size, trade)
      else this.#begin(trade)
    }
    for (const number of this.#limits.keys()) {
      if (this.#limits.size <= maxKept) break
      this.#limits.delete(number)
    }
  }

  /** Whether this size is large for the trade with that number, or for the row that it starts. */
  isLarge(number: number, size: Size): boolean {
    const { large } = this.options
    if (large === 'off') return false
    if (large === 'fixed') return compareSizes(size, this.#fixed) >= 0
    const limit = this.#limits.get(number)
    return limit !== undefined && compareSizes(size, limit) > 0
  }

  #begin(trade: TapeTrade): void {
    if (this.#open) this.#before.push(this.#open.size)
    this.#open = { trade, size: trade }
    const limit = this.#before.count >= fewest ? this.#before.atThousandths(this.#thousandths) : null
    if (limit) this.#limits.set(trade.number, limit)
  }
}

const isOneRow = (one: TapeTrade, other: TapeTrade) =>
  one.aggressor === other.aggressor && timeOf(one) === timeOf(other) && samePrice(one.price, other.price)
