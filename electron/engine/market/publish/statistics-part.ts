import type { Figures } from '#shared/domain/market/statistics/index'
import { statisticNames, type MarketNews, type StatisticsNews } from '#shared/contract/market/market-news'
import type { LiveMarket } from '../types'
import { Cells } from './cells'

/** The figures of the last 24 hours are recomputed after this. */
const maxAge = 1000

export class StatisticsPart {
  readonly #lastDay = new Span()
  readonly #session = new Span()
  #version = -1
  #at = -Infinity
  #started = false

  restart(): void {
    this.#started = false
  }

  /** @param now the service's time in milliseconds */
  read({ statistics, candles, tape }: LiveMarket, now: number): MarketNews['statistics'] {
    const { version } = candles
    const age = Math.abs(now - this.#at)
    if (this.#started && version === this.#version && age < maxAge) return null
    this.#started = true
    this.#version = version
    this.#at = now
    return {
      lastDay: this.#lastDay.read(statistics.lastDay(now, tape.lastPrice), tape.move),
      session: this.#session.read(statistics.session(now), tape.move)
    }
  }
}

class Span {
  readonly #cells = new Cells(statisticNames.length)
  readonly #scales = new Uint8Array(statisticNames.length)

  read({ from, to, since, complete, traded }: Figures, move: number): StatisticsNews {
    this.#cells.begin()
    for (const name of statisticNames) this.#cells.putScaled(traded && traded[name], this.#scales)
    return {
      trades: traded?.trades ?? 0,
      move,
      from,
      to,
      since,
      complete,
      scales: this.#scales,
      values: this.#cells.values,
      exact: this.#cells.exact
    }
  }
}
