import type { Decimal } from '../../shared/domain/decimal'
import type { Figures, Statistics, TradedFigures } from '../../shared/domain/market/statistics'
import { statisticNames, type MarketNews, type StatisticsNews } from '../../shared/contract/market-news'
import { Cells } from './cells'

/** Older than this, the figures of the last 24 hours have moved on even where nobody traded. */
const longestAge = 1000

/** What was traded in the last 24 hours and since midnight. */
export class StatisticsPart {
  readonly #lastDay = new Span()
  readonly #session = new Span()
  #version = -1
  #at = -Infinity
  #started = false

  restart(): void {
    this.#started = false
  }

  /** `version` is that of the candles, which the figures are made of; `now` the service's time in milliseconds. */
  read(statistics: Statistics, version: number, now: number): MarketNews['statistics'] {
    const age = Math.abs(now - this.#at)
    if (this.#started && version === this.#version && age < longestAge) return null
    this.#started = true
    this.#version = version
    this.#at = now
    return {
      lastDay: this.#lastDay.read(statistics.lastDay(now)),
      session: this.#session.read(statistics.session(now))
    }
  }
}

class Span {
  readonly #cells = new Cells(statisticNames.length)
  readonly #scales = new Uint8Array(statisticNames.length)

  read({ from, to, since, complete, traded }: Figures): StatisticsNews {
    this.#cells.begin()
    statisticNames.forEach((name, index) => this.#put(index, decimalOf(traded, name)))
    return {
      trades: traded?.trades ?? 0,
      from,
      to,
      since,
      complete,
      scales: this.#scales,
      values: this.#cells.values,
      exact: this.#cells.exact
    }
  }

  #put(index: number, value: Decimal | null): void {
    this.#scales[index] = Math.min(value?.scale ?? 0, longestScale)
    if (value) this.#cells.putDecimal(value, this.#scales[index]!)
    else this.#cells.put(NaN)
  }
}

const longestScale = 255

const decimalOf = (traded: TradedFigures | null, name: (typeof statisticNames)[number]) =>
  traded === null ? null : traded[name]
