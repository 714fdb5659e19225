import type { TapeSettings } from '#shared/contract/market/panels/trades'
import type { TapeTrade } from '../markets'
import { fewest, RollingSizes } from './percentile'
import { groupingOf, type Grouping } from './trade-row'
import { addSizes, compareSizes, samePrice, sizeOf, type Size } from './sizes'
import { timeOf } from './time'

export type LargeOptions = Pick<
  TapeSettings,
  'large' | 'largeSize' | 'largePercent' | 'largeOf' | 'together' | 'perSecond'
>

/** The number of trades with a kept threshold: more than any window shows. */
const maxKept = 3000

/** Prints of one row so far. */
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
  readonly #grouping: Grouping
  /** Sides take turns within a second; otherwise there is one. */
  readonly #open = new Map<string, Open>()

  constructor(private readonly options: LargeOptions) {
    this.#fixed = sizeOf(options.largeSize)
    this.#thousandths = Math.round(Number(options.largePercent) * 10)
    this.#before = new RollingSizes(options.largeOf)
    this.#grouping = groupingOf(options)
  }

  /** Trades in the order of arrival. */
  learn(trades: readonly TapeTrade[]): void {
    if (this.options.large !== 'percentile') return
    for (const trade of trades) {
      const key = this.#grouping === 'second' ? trade.aggressor : ''
      const open = this.#open.get(key)
      if (open && isOneRow(open.trade, trade, this.#grouping)) open.size = addSizes(open.size, trade)
      else this.#begin(key, trade)
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

  #begin(key: string, trade: TapeTrade): void {
    const open = this.#open.get(key)
    if (open) this.#before.push(open.size)
    this.#open.set(key, { trade, size: trade })
    const limit = this.#before.count >= fewest ? this.#before.atThousandths(this.#thousandths) : null
    if (limit) this.#limits.set(trade.number, limit)
  }
}

function isOneRow(one: TapeTrade, other: TapeTrade, grouping: Grouping): boolean {
  if (grouping === 'none' || one.aggressor !== other.aggressor) return false
  if (grouping === 'second') return one.seconds === other.seconds
  return timeOf(one) === timeOf(other) && samePrice(one.price, other.price)
}
