import { tradeWidth, type TradesNews } from '../../../electron/shared/contract/market-news'
import {
  aggressorOf,
  basisOf,
  type Aggressor,
  type AggressorBasis
} from '../../../electron/shared/domain/market/tape/aggressor'
import { cellText } from './figure'

export interface TapeTrade {
  /** Counts up in the order in which the trades came to Leadline. */
  readonly number: number
  readonly price: string
  readonly amount: string
  /** The nearest double, for bars and thresholds of colour. */
  readonly size: number
  /** The service's time. */
  readonly seconds: number
  readonly nanoseconds: number
  /** Inferred, by `basis`: the service does not say it. */
  readonly aggressor: Aggressor
  readonly basis: AggressorBasis
}

/** The newest trades in the order of their times; one that comes late takes its place among them. */
export class TapeTrades {
  /** The oldest first. */
  readonly rows: TapeTrade[] = []
  /** Trades that this window was not sent, since it was busy or hidden. */
  skipped = 0
  received = 0

  constructor(private readonly most: number) {}

  apply(news: TradesNews): void {
    if (news.fresh) this.#clear()
    this.skipped += news.skipped
    const count = news.values.length / tradeWidth
    this.received += count
    for (let row = 0; row < count; row += 1) this.#insert(tradeOf(news, row * tradeWidth))
    if (this.rows.length > this.most) this.rows.splice(0, this.rows.length - this.most)
  }

  #clear(): void {
    this.rows.length = 0
    this.skipped = 0
    this.received = 0
  }

  #insert(trade: TapeTrade): void {
    let place = this.rows.length
    while (place > 0 && isAfter(this.rows[place - 1]!, trade)) place -= 1
    if (place === this.rows.length) this.rows.push(trade)
    else this.rows.splice(place, 0, trade)
  }
}

function tradeOf(news: TradesNews, cell: number): TapeTrade {
  const { values, priceScale, amountScale } = news
  const inference = values[cell + 5]!
  return {
    number: values[cell]!,
    price: cellText(news, cell + 1, priceScale) ?? '',
    amount: cellText(news, cell + 2, amountScale) ?? '',
    size: values[cell + 2]! / 10 ** amountScale,
    seconds: values[cell + 3]!,
    nanoseconds: values[cell + 4]!,
    aggressor: aggressorOf(inference),
    basis: basisOf(inference)
  }
}

/** Of one moment, the one that came later is the later. */
const isAfter = (one: TapeTrade, other: TapeTrade) =>
  (one.seconds - other.seconds || one.nanoseconds - other.nanoseconds || one.number - other.number) > 0
