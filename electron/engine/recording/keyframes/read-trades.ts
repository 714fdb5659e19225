import { parseTrade, type RecordedTrade } from './trade-lines'
import type { TradePart, TradeSource } from './trade-source'

/** The trades of a market in some parts of a segment, in order; none of a part that cannot be read. */
export async function readTrades(
  source: TradeSource,
  segment: string,
  {
    parts,
    market,
    signal
  }: {
    readonly parts: readonly TradePart[]
    readonly market: string
    readonly signal?: AbortSignal | undefined
  }
): Promise<RecordedTrade[]> {
  const markets = new Set([market])
  const trades: RecordedTrade[] = []
  for await (const { text } of source.read(segment, parts, signal)) {
    for (const line of text?.toString('utf8').split('\n') ?? []) {
      const trade = parseTrade(line, markets)
      if (trade) trades.push(trade)
    }
  }
  return trades
}
