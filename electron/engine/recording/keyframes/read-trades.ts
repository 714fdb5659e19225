import { parseTrade, type RecordedTrade } from './trade-lines'
import type { TradePart, TradeSource } from './trade-source'

interface TradesWanted {
  readonly parts: readonly TradePart[]
  readonly market: string
  readonly signal?: AbortSignal | undefined
  /** Other amounts are left out; all are wanted without it. */
  readonly isWanted?: (amount: string) => boolean
}

/** The trades of a market in some parts of a segment, in order; none of a part that cannot be read. */
export async function readTrades(
  source: TradeSource,
  segment: string,
  wanted: TradesWanted
): Promise<RecordedTrade[]> {
  const trades: RecordedTrade[] = []
  for await (const trade of eachTrade(source, segment, wanted)) trades.push(trade)
  return trades
}

/** The same, one after the other. */
export async function* eachTrade(
  source: TradeSource,
  segment: string,
  { parts, market, signal, isWanted }: TradesWanted
): AsyncGenerator<RecordedTrade> {
  const markets = new Set([market])
  for await (const { text } of source.read(segment, parts, signal)) {
    for (const line of text?.toString('utf8').split('\n') ?? []) {
      const trade = parseTrade(line, markets, isWanted)
      if (trade) yield trade
    }
  }
}
