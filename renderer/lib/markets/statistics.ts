import { statisticNames, type StatisticName, type StatisticsNews } from '#shared/contract/market/market-news'
import { cellText } from './figure'

export class TradedStatistics {
  constructor(readonly news: StatisticsNews) {}

  /** The direction of the last price: 1 up, -1 down, 0 unchanged. */
  get move(): number {
    return this.news.move
  }

  get trades(): number {
    return this.news.trades
  }

  /** The start of the recorded part, in milliseconds since the epoch; null if nothing was recorded. */
  get since(): number | null {
    return this.news.since
  }

  /** Whether the whole time was recorded; otherwise trades may be missing from the figures. */
  get complete(): boolean {
    return this.news.complete
  }

  /** Null if nothing was traded. */
  text(name: StatisticName): string | null {
    const cell = statisticNames.indexOf(name)
    return cellText(this.news, cell, this.news.scales[cell] ?? 0)
  }
}
