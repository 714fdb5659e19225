import { conversionText } from '#shared/messages/conversions'
import type { QuoteBeside } from '#shared/contract/records/conversions'
import type { QuoteFound } from '../../market/quotes'
import {
  besideOf,
  keptOf,
  millisecondsOf,
  momentOf,
  toKeep,
  type KeptQuote,
  type QuotedTime
} from './kept-quotes'
import { pairMarket, type PairMarket } from './pair-market'
import { decoded } from './shown'
import type { StoredConversion } from './stored'

/** The quote of a market at a moment, milliseconds since the epoch, as it was recorded with a profile. */
export type QuotesAt = (profileId: string, market: string, at: number) => Promise<QuoteFound>

export interface BesideTimes {
  readonly market: PairMarket | null
  readonly quotes: Readonly<Record<QuotedTime, QuoteBeside | null>>
  /** What is known for the first time, to be kept. */
  readonly found: { readonly created?: KeptQuote; readonly settled?: KeptQuote }
  /** Soon more will be known. */
  readonly passing: boolean
}

interface Asking {
  readonly markets: readonly string[]
  readonly quoteAt: (market: string, at: number) => Promise<QuoteFound>
  /** Whether what was not recorded when it was asked for last is asked for again. */
  readonly again: boolean
}

/** What was seen once is told for ever, whatever became of the recording; all else is asked for. */
export async function besideTimes(
  entry: StoredConversion,
  { markets, quoteAt, again }: Asking
): Promise<BesideTimes> {
  const conversion = decoded(entry)
  const kept = keptOf(conversion, entry.quotes)
  const pairIn = (names: readonly string[]) =>
    pairMarket(conversion.sourceAsset, conversion.targetAsset, names)
  const known = [kept.created, kept.settled].filter((quote) => quote !== null)
  const seen = known.filter(({ recorded }) => recorded)
  // A market that was let go of since then is still the one whose quote this is.
  const market = pairIn(names(seen)) ?? pairIn(markets) ?? pairIn(names(known))

  async function find(time: QuotedTime): Promise<Found> {
    const moment = momentOf(conversion, time)
    if (!market || !moment) return { shown: null }
    const at = millisecondsOf(moment)
    if (at === null) return { shown: unclear }
    const before = kept[time]
    if (before && (before.recorded || !again)) return { shown: besideOf(before) }
    const found = await quoteAt(market.name, at)
    // Why it was not recorded was known better while the recording was there.
    if (before && found.standing === 'over') return { shown: besideOf(before) }
    const { standing, ...shown } = found
    const keep = standing === 'lasting' ? toKeep(at, market.name, found) : null
    return { shown, ...(keep && { keep }), passing: standing === 'passing' }
  }
  const [created, settled] = await Promise.all([find('created'), find('settled')])
  return {
    market,
    quotes: { created: created.shown, settled: settled.shown },
    found: { ...(created.keep && { created: created.keep }), ...(settled.keep && { settled: settled.keep }) },
    passing: created.passing === true || settled.passing === true
  }
}

interface Found {
  readonly shown: QuoteBeside | null
  readonly keep?: KeptQuote
  readonly passing?: boolean
}

const names = (quotes: readonly KeptQuote[]) => quotes.map(({ market }) => market)

const unclear: QuoteBeside = {
  recorded: false,
  sentence: conversionText.quotes.noTime
}
