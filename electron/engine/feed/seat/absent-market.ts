import { feedText } from '#shared/messages/feed'
import { Book } from '#shared/domain/market/book/index'
import { Statistics } from '#shared/domain/market/statistics/index'
import { MarketSeries } from '../../market/series'
import type { LiveMarket } from '../../market/types'

/** A market that is wanted but not in the feed. */
export class AbsentMarket implements LiveMarket {
  readonly state = 'refused'
  readonly reason = feedText.absent
  readonly book = new Book()
  readonly crossed = false
  readonly bookAt = null
  readonly tradeAt = null
  readonly version = 0
  readonly #series = new MarketSeries()
  readonly tape = this.#series.tape
  readonly candles = this.#series.candles
  readonly heat = this.#series.heat
  readonly statistics = new Statistics(this.candles)

  constructor(
    readonly name: string,
    readonly since: number
  ) {}
}
