import { statisticNames, type StatisticName, type StatisticsNews } from '#shared/contract/market/market-news'
import { cellText } from './figure'

export class TradedStatistics {
  constructor(readonly news: StatisticsNews) {}

  /** Which way the market's last price went: 1 up, -1 down, 0 where it has not moved. */
  get move(): number {
    return this.news.move
  }

  get trades(): number {
    return this.news.trades
  }

  /** Since when anything of the time was seen, milliseconds since the epoch; null where nothing was. */
  get since(): number | null {
    return this.news.since
  }

  /** Whether all of the time was watched: otherwise there may have been trades that are in no figure. */
  get complete(): boolean {
    return this.news.complete
  }

  /** Null where nothing was traded. */
  text(name: StatisticName): string | null {
    const cell = statisticNames.indexOf(name)
    return cellText(this.news, cell, this.news.scales[cell] ?? 0)
  }
}
