import { tradeWidth, type TradesNews } from '#shared/contract/market/market-news'
import {
  aggressorOf,
  basisOf,
  type Aggressor,
  type AggressorBasis
} from '#shared/domain/market/tape/aggressor'
import { cellText } from './figure'

export interface TapeTrade {
  /** Counts up in the order in which the trades came to Leadline. */
  readonly number: number
  readonly price: string
  readonly amount: string
  /** The nearest double, for bars and thresholds of colour. */
  readonly size: number
  /** The service's time, or where that is yet to come, the time of arrival by its clock. */
  readonly seconds: number
  readonly nanoseconds: number
  /** By how many milliseconds the time that the service wrote is later than this one; 0 where they agree. */
  readonly ahead: number
  /** Inferred, by `basis`: the service does not say it. */
  readonly aggressor: Aggressor
  readonly basis: AggressorBasis
}

/** A trade that is later than this, in seconds, was not late: the clock was set, or its time is wrong. */
const maxLate = 60

/** The trades that arrived last, sorted by time. */
export class TapeTrades {
  /** The oldest first. */
  readonly rows: TapeTrade[] = []
  /** Trades that this window was not sent, since it was busy or hidden. */
  skipped = 0
  received = 0
  /** The one that arrived last: its price is the market's. */
  last: TapeTrade | null = null
  /** Which way the market's last price went, also over what was skipped: 1 up, -1 down, 0 where it has not moved. */
  move = 0

  constructor(private readonly max: number) {}

  apply(news: TradesNews): void {
    if (news.fresh) this.#clear()
    this.skipped += news.skipped
    this.move = news.move
    const count = news.values.length / tradeWidth
    this.received += count
    for (let row = 0; row < count; row += 1) this.#take(tradeOf(news, row * tradeWidth))
    if (this.rows.length > this.max) this.rows.splice(0, this.rows.length - this.max)
  }

  #clear(): void {
    this.rows.length = 0
    this.skipped = 0
    this.received = 0
    this.last = null
  }

  #take(trade: TapeTrade): void {
    this.last = trade
    this.#insert(trade)
  }

  #insert(trade: TapeTrade): void {
    let place = this.rows.length
    while (place > 0 && comesBefore(trade, this.rows[place - 1]!)) place -= 1
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
    basis: basisOf(inference),
    ahead: values[cell + 6]!
  }
}

/** Of one moment, the one that came later is the later. */
function comesBefore(trade: TapeTrade, other: TapeTrade): boolean {
  const late = other.seconds - trade.seconds
  return late <= maxLate && (late || other.nanoseconds - trade.nanoseconds || other.number - trade.number) > 0
}
