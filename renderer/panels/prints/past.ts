import type { MarketView, TapeTrade } from '../../lib/markets'
import { OlderTradePages } from '../../lib/tape/older-trades'

/** Of a thousand trades. */
const maxPages = 10
/** In seconds. */
const maxAge = 86_400

interface Past {
  readonly trades: readonly TapeTrade[]
  /** There may be others of that day. */
  readonly isCut: boolean
}

/**
 * The trades of the last day that arrived before those of a tape, at most ten pages of them.
 * @param isWanted false ends it
 */
export async function readPast(
  view: Pick<MarketView, 'readOlderTrades'>,
  tape: readonly TapeTrade[],
  isWanted: () => boolean
): Promise<Past> {
  const pages = new OlderTradePages()
  const newest = tape.at(-1)?.seconds ?? 0
  let trades = tape
  let end = pages.endOf(trades)
  const isOfDay = () => end !== null && end.executed.seconds >= newest - maxAge
  let page = 0
  for (; page < maxPages && isOfDay() && isWanted(); page += 1) {
    const read = await view.readOlderTrades(end!).catch(() => null)
    if (!read) break
    trades = [...pages.take(read, trades), ...trades]
    end = pages.endOf(trades)
  }
  const older = trades.slice(0, trades.length - tape.length)
  return {
    trades: older.filter(({ seconds }) => seconds >= newest - maxAge),
    isCut: page === maxPages && isOfDay()
  }
}
