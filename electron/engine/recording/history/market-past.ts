import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SavedCoverage, StoredCandles } from '#shared/domain/market/candles/index'
import type { Hub } from '../../market/hub'
import type { LiveMarket } from '../../market/types'
import { joinTapes, type TradeColumns } from './trade-columns'

/** A market until it was held: what its panels would show if they had been open since the recording began. */
export interface MarketPast {
  readonly candles: StoredCandles
  /** Of the service's clock. */
  readonly steps: SavedCoverage['steps']
  readonly trades: TradeColumns
  /** When it ends by the service's clock, in milliseconds since the epoch. */
  readonly to: number
  /** The first item of the log that it follows from. */
  readonly firstSeq: number
}

/** One interval per turn of the event loop. */
export async function restorePast(
  hub: Pick<Hub, 'market' | 'useSeries'>,
  market: LiveMarket,
  { candles: { spans, series }, steps, trades }: MarketPast
): Promise<void> {
  for (const each of series) {
    market.candles.restore({ spans: [], series: [each] })
    await nextTurn()
  }
  if (hub.market(market.name) !== market) return
  // Last, so that no period counts as watched before its candles are there.
  market.candles.coverage.addEarlier({ spans, steps })
  if (trades.rows.count === 0) return
  hub.useSeries(market.name, { tape: joinTapes(trades, market.tape), candles: market.candles })
}
