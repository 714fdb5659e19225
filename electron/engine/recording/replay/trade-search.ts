import { compareDecimals, parseDecimal } from '#shared/domain/base/decimal'
import { readTrades } from '../keyframes/read-trades'
import type { RecordedTrade } from '../keyframes/trade-lines'
import type { TradePart, TradeSource } from '../keyframes/trade-source'
import { compareTimes, logTimeOf, type LogTime } from './log-time'
import type { RecordingIndex } from './recording-index'

export interface TradeRequest {
  readonly market: string
  /** A decimal: trades of at least this amount. */
  readonly size: string
  readonly at: LogTime
  readonly back: boolean
  readonly signal?: AbortSignal | undefined
}

/** The arrival of the next trade after a time, or of the last one before it; null if there is none. */
export async function findTrade(
  index: RecordingIndex,
  source: TradeSource,
  request: TradeRequest
): Promise<LogTime | null> {
  const { at, back, market, signal } = request
  const size = parseDecimal(request.size)!
  const isIt = ({ received, amount }: RecordedTrade) =>
    (back ? compareTimes(received, at) < 0 : compareTimes(received, at) > 0) &&
    compareDecimals(amount, size) >= 0
  const pick = (trades: readonly RecordedTrade[]) => (back ? trades.findLast(isIt) : trades.find(isIt))
  const isNear = ({ facts }: TradePart) =>
    back ? compareTimes(logTimeOf(facts.from), at) < 0 : compareTimes(logTimeOf(facts.to), at) > 0
  for (const segment of back ? index.segments.toReversed() : index.segments) {
    const parts = (await source.partsOf(segment)).filter(isNear)
    for (const part of back ? parts.toReversed() : parts) {
      signal?.throwIfAborted()
      const found = pick(await readTrades(source, segment, { parts: [part], market, signal }))
      if (found) return found.received
    }
  }
  return null
}
