import * as v from 'valibot'
import { intervals, type StoredCandles } from '#shared/domain/market/candles/index'
import type { StoredHeat } from '#shared/domain/market/heat/index'
import type { OlderCandles, OlderHeat, OlderTrades } from '#shared/contract/market/markets'
import { profileRangeSchema, type RecordedProfile } from '#shared/contract/market/volume-profile'
import type { MarketPast } from './market-past'
import type { TradeColumns } from './trade-columns'

const wantedPast = v.object({
  id: v.number(),
  market: v.string(),
  /** The item of the log after which it ends; null if it is unknown, and the time counts. */
  seq: v.nullable(v.number()),
  /** When it was held, in milliseconds since the epoch. */
  at: v.number(),
  /** False if its heat is not wanted. */
  heat: v.exactOptional(v.boolean())
})
export type WantedPast = v.InferOutput<typeof wantedPast>

const pasts = v.object({
  kind: v.literal('pasts'),
  /** Of the log. */
  folder: v.string(),
  staleAfter: v.number(),
  wanted: v.array(wantedPast)
})
export type PastsRequest = v.InferOutput<typeof pasts>

const older = v.object({
  kind: v.picklist(['candles', 'heat']),
  id: v.number(),
  folder: v.string(),
  wanted: v.object({
    market: v.string(),
    interval: v.picklist(intervals),
    before: v.number(),
    seq: v.nullable(v.number()),
    lead: v.number(),
    least: v.exactOptional(v.number())
  })
})

const olderTrades = v.object({
  kind: v.literal('trades'),
  id: v.number(),
  folder: v.string(),
  wanted: v.object({
    market: v.string(),
    executed: v.object({ seconds: v.number(), nanoseconds: v.number() }),
    seq: v.nullable(v.number()),
    lastSeq: v.nullable(v.number()),
    lead: v.number()
  })
})

const profile = v.object({
  kind: v.literal('profile'),
  id: v.number(),
  folder: v.string(),
  wanted: v.object({
    market: v.string(),
    ...profileRangeSchema.entries,
    seq: v.number(),
    lead: v.number(),
    own: v.exactOptional(v.custom<TradeColumns>((value) => typeof value === 'object' && value !== null))
  })
})
export type PageRequest = v.InferOutput<typeof older | typeof olderTrades | typeof profile>

/** Cancels a page. */
const cancel = v.object({ kind: v.literal('cancel'), id: v.number() })

const request = v.variant('kind', [pasts, older, olderTrades, profile, cancel])
export type HistoryRequest = v.InferOutput<typeof request>

/** Null for anything else. */
export function readHistoryRequest(message: unknown): HistoryRequest | null {
  const read = v.safeParse(request, message)
  return read.success ? read.output : null
}

type HistoryPage = OlderCandles | OlderHeat | OlderTrades | RecordedProfile

/** Candles of an interval come first, each in a message of its own, so that none takes long to receive. */
export type HistoryReply =
  | { readonly kind: 'series'; readonly id: number; readonly series: StoredCandles['series'][number] }
  /** Its candles have no series. */
  | { readonly kind: 'past'; readonly id: number; readonly past: MarketPast }
  /** Follows the pasts, because it takes longer to read. */
  | { readonly kind: 'heat'; readonly id: number; readonly heat: StoredHeat }
  | { readonly kind: 'page'; readonly id: number; readonly page: HistoryPage }
  /** Nothing follows. */
  | { readonly kind: 'done'; readonly ids: readonly number[]; readonly problem: string | null }
  /** Once a second. */
  | { readonly kind: 'alive' }
