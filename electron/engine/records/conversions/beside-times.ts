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

/** Recorded quotes of a profile; `at` is in milliseconds since the epoch. */
export type QuotesAt = (profileId: string, market: string, at: number) => Promise<QuoteFound>

export interface BesideTimes {
  readonly market: PairMarket | null
  readonly quotes: Readonly<Record<QuotedTime, QuoteBeside | null>>
  /** Quotes to save. */
  readonly found: { readonly created?: KeptQuote; readonly settled?: KeptQuote }
  /** More may be known soon. */
  readonly passing: boolean
}

interface Asking {
  readonly markets: readonly string[]
  readonly quoteAt: (market: string, at: number) => Promise<QuoteFound>
  /** Whether missing quotes are read again. */
  readonly again: boolean
}

/** Saved quotes are final; missing ones are read from the recording. */
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
  // The market of a saved quote stays, even if it was removed since.
  const market = pairIn(names(seen)) ?? pairIn(markets) ?? pairIn(names(known))

  async function find(time: QuotedTime): Promise<Found> {
    const moment = momentOf(conversion, time)
    if (!market || !moment) return { shown: null }
    const at = millisecondsOf(moment)
    if (at === null) return { shown: unclear }
    const before = kept[time]
    if (before && (before.recorded || !again)) return { shown: besideOf(before) }
    const found = await quoteAt(market.name, at)
    // The reason was more precise while the recording existed.
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
