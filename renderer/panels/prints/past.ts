import type { MarketView, TapeTrade } from '../../lib/markets'
import { OlderTradePages } from '../../lib/tape/older-trades'

/** Of a thousand trades. */
const maxPages = 10
/** In seconds. */
const maxAge = 86_400

/**
 * The trades of the last day that arrived before those of a tape, at most ten pages of them.
 * @param isWanted false ends it
 */
export async function readPast(
  view: Pick<MarketView, 'readOlderTrades'>,
  tape: readonly TapeTrade[],
  isWanted: () => boolean
): Promise<readonly TapeTrade[]> {
  const pages = new OlderTradePages()
  const newest = tape.at(-1)?.seconds ?? 0
  let trades = tape
  for (let page = 0; page < maxPages && isWanted(); page += 1) {
    const end = pages.endOf(trades)
    if (!end || end.executed.seconds < newest - maxAge) break
    const read = await view.readOlderTrades(end).catch(() => null)
    if (!read) break
    trades = [...pages.take(read, trades), ...trades]
  }
  const older = trades.slice(0, trades.length - tape.length)
  return older.filter(({ seconds }) => seconds >= newest - maxAge)
}
