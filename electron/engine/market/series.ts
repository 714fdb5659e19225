import { CandleBook, NoCandles } from '#shared/domain/market/candles/index'
import { HeatBook, NoHeat } from '#shared/domain/market/heat/index'
import { Tape } from '#shared/domain/market/tape/index'

/** The past of a market: what its trades and the sizes in its book add up to. */
export class MarketSeries {
  readonly tape: Tape = new Tape()

  constructor(
    readonly candles: CandleBook = new CandleBook(),
    readonly heat: HeatBook = new HeatBook()
  ) {}
}

/** Of a market whose book alone is used. */
export const noSeries = (): MarketSeries => new MarketSeries(new NoCandles(), new NoHeat())

/** The series of its trades. */
export type TradeSeries = Pick<MarketSeries, 'tape' | 'candles'>

/** The part that records trades in the order of arrival. */
export interface TradeRecorder {
  readonly tape: Pick<Tape, 'record' | 'recordExact'>
  readonly candles: Pick<CandleBook, 'record' | 'recordExact'>
}
