import { CandleBook } from '#shared/domain/market/candles/index'
import { Tape } from '#shared/domain/market/tape/index'

/** What the trades of a market add up to. */
export class MarketSeries {
  readonly tape: Tape = new Tape()
  readonly candles: CandleBook = new CandleBook()
}
