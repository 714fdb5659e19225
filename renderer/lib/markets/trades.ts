import { tradeWidth, type TradesNews } from '#shared/contract/market/market-news'
import {
  aggressorOf,
  basisOf,
  type Aggressor,
  type AggressorBasis
} from '#shared/domain/market/tape/aggressor'
import { cellText } from './figure'

export interface TapeTrade {
  /** Increases in the order of arrival. */
  readonly number: number
  readonly price: string
  readonly amount: string
  /** The nearest double, for bars and thresholds of colour. */
  readonly size: number
  /** The service's time, or the time of arrival by its clock where that is earlier. */
  readonly seconds: number
  readonly nanoseconds: number
  /** How many milliseconds the service's own time is later than this one; 0 if they agree. */
  readonly ahead: number
  /** Inferred by `basis`: the service does not send it. */
  readonly aggressor: Aggressor
  readonly basis: AggressorBasis
  /** In percent, or `unknownConfidence`. */
  readonly confidence: number
}

/** In seconds. A trade later than this means that the clock was set or that its time is wrong. */
const maxLate = 60

/** The latest trades to arrive, sorted by time. */
export class TapeTrades {
  /** The oldest first. */
  readonly rows: TapeTrade[] = []
  /** Trades not sent to this window because it was busy or hidden. */
  skipped = 0
  received = 0
  /** The latest to arrive: its price is the market's. */
  last: TapeTrade | null = null
  /** The direction of the last price, skipped trades included: 1 up, -1 down, 0 unchanged. */
  move = 0

  constructor(private readonly max: number) {}

  apply(news: TradesNews): void {
    if (news.fresh) this.#clear()
    this.skipped += news.skipped
    this.move = news.move
    const trades = tradesOf(news)
    this.received += trades.length
    for (const trade of trades) this.#take(trade)
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

/** In the order of arrival. */
export function tradesOf(news: TradesNews): TapeTrade[] {
  return Array.from({ length: news.values.length / tradeWidth }, (_, row) => tradeOf(news, row * tradeWidth))
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
    ahead: values[cell + 6]!,
    confidence: values[cell + 7]!
  }
}

/** Trades of the same time stay in the order of arrival. */
function comesBefore(trade: TapeTrade, other: TapeTrade): boolean {
  const late = other.seconds - trade.seconds
  return late <= maxLate && (late || other.nanoseconds - trade.nanoseconds || other.number - trade.number) > 0
}
