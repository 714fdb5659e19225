import * as v from 'valibot'
import type { QuoteBeside } from '#shared/contract/records/conversions'
import { nanosecondsInMillisecond } from '#shared/domain/base/time'
import type { Conversion } from '#shared/wire/conversion-decoder'
import type { Moment } from '#shared/wire/record-reader'
import type { QuoteFound } from '../../market/quotes'
import { pairMarket } from './pair-market'

export const quotedTimes = ['created', 'settled'] as const
export type QuotedTime = (typeof quotedTimes)[number]

const milliseconds = v.pipe(v.number(), v.safeInteger())
const figure = v.nullable(v.pipe(v.string(), v.maxLength(200), v.regex(/^-?\d+(?:\.\d+)?$/)))
const asked = {
  /** Time and market may change later. */
  moment: milliseconds,
  market: v.pipe(v.string(), v.minLength(1), v.maxLength(200))
}
const keptQuoteSchema = v.variant('recorded', [
  v.looseObject({
    ...asked,
    recorded: v.literal(true),
    at: milliseconds,
    bid: figure,
    ask: figure,
    mid: figure,
    spread: figure,
    spreadBasisPoints: figure
  }),
  v.looseObject({
    ...asked,
    recorded: v.literal(false),
    sentence: v.pipe(v.string(), v.maxLength(500))
  })
])
/** Quotes at the times of a conversion, saved with it because recordings expire. */
export const keptQuotesSchema = v.looseObject({
  created: v.optional(keptQuoteSchema),
  settled: v.optional(keptQuoteSchema)
})
export type KeptQuote = v.InferOutput<typeof keptQuoteSchema>
export type KeptQuotes = v.InferOutput<typeof keptQuotesSchema>

/** Null if it cannot be saved. */
export function toKeep(
  moment: number,
  market: string,
  { standing: _, ...quote }: QuoteFound
): KeptQuote | null {
  const kept = { moment, market, ...quote }
  return v.is(keptQuoteSchema, kept) ? kept : null
}

export const besideOf = (kept: KeptQuote): QuoteBeside => {
  if (!kept.recorded) return { recorded: false, sentence: kept.sentence }
  const { at, bid, ask, mid, spread, spreadBasisPoints } = kept
  return { recorded: true, at, bid, ask, mid, spread, spreadBasisPoints }
}

/** The saved quotes that still apply to the conversion's times and pair. */
export function keptOf(conversion: Conversion, kept: KeptQuotes | undefined) {
  const { sourceAsset, targetAsset } = conversion
  const valid = (time: QuotedTime) => {
    const quote = kept?.[time]
    const isOf = quote && quote.moment === millisecondsOf(momentOf(conversion, time))
    return isOf && pairMarket(sourceAsset, targetAsset, [quote.market]) ? quote : null
  }
  return { created: valid('created'), settled: valid('settled') }
}

export const momentOf = (conversion: Conversion, time: QuotedTime): Moment | null =>
  time === 'created' ? conversion.createdAt : conversion.settledAt

/** Whole milliseconds since the epoch, or null. */
export const millisecondsOf = (moment: Moment | null): number | null =>
  moment === null || moment.at === null ? null : Number(moment.at / nanosecondsInMillisecond)
