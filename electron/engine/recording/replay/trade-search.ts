import { compareDecimals, parseDecimal } from '#shared/domain/base/decimal'
import { tradesOf } from '../keyframes/files'
import { readTrades } from '../keyframes/read-trades'
import { inferenceOf, type RecordedTrade } from '../keyframes/trade-lines'
import { TradeTap } from '../keyframes/trade-tap'
import type { Located } from '../log/segment'
import { compareTimes, logTimeOf, type LogTime } from './log-time'
import type { LogPosition } from './position'
import type { RecordingIndex } from './recording-index'

export interface TradeRequest {
  readonly market: string
  /** A decimal: trades of at least this amount. */
  readonly size: string
  readonly at: LogTime
  readonly back: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * The arrival of the next trade after a time, or of the last one before it; null if there is none.
 * @param atEnd a position at the last keyframe, whose trades are not in a file yet
 */
export async function findTrade(
  index: RecordingIndex,
  request: TradeRequest,
  atEnd: () => Promise<LogPosition>
): Promise<LogTime | null> {
  const { at, back, market, signal } = request
  const size = parseDecimal(request.size)!
  const isIt = ({ received, amount }: RecordedTrade) =>
    (back ? compareTimes(received, at) < 0 : compareTimes(received, at) > 0) &&
    compareDecimals(amount, size) >= 0
  const pick = (trades: readonly RecordedTrade[]) => (back ? trades.findLast(isIt) : trades.find(isIt))
  const isNear = ({ facts }: Located) =>
    back ? compareTimes(logTimeOf(facts.from), at) < 0 : compareTimes(logTimeOf(facts.to), at) > 0
  const inFiles = async () => {
    for (const file of back ? index.segments.toReversed() : index.segments) {
      const members = (await index.indexOf(tradesOf(file))).members.filter(isNear)
      for (const member of back ? members.toReversed() : members) {
        signal?.throwIfAborted()
        const found = pick(await readTrades(tradesOf(file), [member], market))
        if (found) return found.received
      }
    }
    return null
  }
  const inRest = async () => pick(await tradesAfter(await atEnd(), market))?.received ?? null
  return back ? ((await inRest()) ?? (await inFiles())) : ((await inFiles()) ?? (await inRest()))
}

async function tradesAfter(position: LogPosition, market: string): Promise<RecordedTrade[]> {
  const trades: RecordedTrade[] = []
  const tap = new TradeTap(position.hub, ({ seq, milliseconds, nanoseconds }, name, trade) => {
    const inference = inferenceOf(trade.aggressor, trade.basis)!
    if (name === market)
      trades.push({ ...trade, seq, received: { milliseconds, nanoseconds }, market, inference })
  })
  try {
    for (let items = await position.next(); items.length > 0; items = await position.next())
      for (const item of items) tap.apply(item)
    return trades
  } finally {
    tap.dispose()
    await position.close()
    position.hub.dispose()
  }
}
