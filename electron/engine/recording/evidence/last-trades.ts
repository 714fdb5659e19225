import { readTrades } from '../keyframes/read-trades'
import type { RecordedTrade } from '../keyframes/trade-lines'
import { RecordedTrades } from '../replay/recorded-trades'
import type { RecordingIndex } from '../replay/recording-index'

/** Of files of trades, in bytes. */
const maxRead = 16 * 1024 * 1024

/** The last trades of a market up to an item, oldest first. */
export async function lastTrades(
  index: RecordingIndex,
  { market, seq, max, signal }: { market: string; seq: number; max: number; signal: AbortSignal }
): Promise<readonly RecordedTrade[]> {
  const source = new RecordedTrades(index)
  const found: RecordedTrade[] = []
  let bytes = 0
  const number = await index.segmentOf(seq)
  for (const segment of index.segments.slice(0, number + 1).reverse()) {
    for (const part of [...(await source.partsOf(segment))].reverse()) {
      if (part.facts.firstSeq > seq) continue
      if (found.length >= max || bytes > maxRead) return found.slice(-max)
      const trades = await readTrades(source, segment, { parts: [part], market, signal })
      found.unshift(...trades.filter((trade) => trade.seq <= seq))
      bytes += part.facts.length
    }
  }
  return found.slice(-max)
}
