import type { ConversionDetail, ConversionRow, QuoteBeside } from '../../shared/contract/conversions'
import { nanosecondsInMillisecond } from '../../shared/domain/time'
import type { Moment } from '../../shared/wire/record-reader'
import { pairMarket } from './pair-market'
import { decoded, fieldsOf, metadataOf } from './shown'
import type { StoredConversion } from './stored'
import { timelineOf, tookOf } from './timeline'

/** The quote of a market at a moment, milliseconds since the epoch, as it was recorded with a profile. */
export type QuotesAt = (profileId: string, market: string, at: number) => Promise<QuoteBeside>

/** All that is known of one, with the market of its pair beside its times. */
export async function detailOf(
  entry: StoredConversion,
  row: ConversionRow,
  markets: readonly string[],
  quoteAt: (market: string, at: number) => Promise<QuoteBeside>
): Promise<ConversionDetail> {
  const conversion = decoded(entry)
  const market = pairMarket(conversion.sourceAsset, conversion.targetAsset, markets)
  const beside = async (moment: Moment | null) => {
    if (!market || !moment) return null
    if (moment.at === null) return unclear
    return quoteAt(market.name, Number(moment.at / nanosecondsInMillisecond))
  }
  const [created, settled] = await Promise.all([beside(conversion.createdAt), beside(conversion.settledAt)])
  return {
    row,
    fields: fieldsOf(entry),
    metadata: metadataOf(entry),
    timeline: timelineOf(conversion),
    took: tookOf(conversion),
    seen: entry.seen,
    market,
    quotes: { created, settled },
    json: JSON.stringify(entry.record, null, 2)
  }
}

const unclear: QuoteBeside = {
  recorded: false,
  sentence: 'The time of the conversion cannot be read, so nothing can be said of the market then.'
}
