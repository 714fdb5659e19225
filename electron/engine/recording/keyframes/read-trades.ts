import { openMember } from '../log/member'
import type { Located } from '../log/segment'
import { withMembers } from './members'
import { parseTrade, type RecordedTrade } from './trade-lines'

/** The trades of a market in some members of a file of trades, in order; none of a damaged one. */
export async function readTrades(
  file: string,
  members: readonly Located[],
  market: string
): Promise<RecordedTrade[]> {
  const markets = new Set([market])
  const trades: RecordedTrade[] = []
  await withMembers(file, async (segment) => {
    for (const member of members) {
      const text = openMember(await segment.read(member))
      for (const line of text?.toString('utf8').split('\n') ?? []) {
        const trade = parseTrade(line, markets)
        if (trade) trades.push(trade)
      }
    }
  })
  return trades
}
