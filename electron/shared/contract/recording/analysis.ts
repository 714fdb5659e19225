import * as v from 'valibot'
import { sizeUnits, type SizeUnit } from '../../domain/market/depth/cost'
import { call } from '../base/call'
import { positiveDecimal } from '../market/markets'
import { recordedConnectionId } from './catalog'

/** In minutes. A day has one row. */
export const analysisBuckets = [15, 30, 60, 1440] as const
export const analysisDays = ['all', 'weekdays', 'weekends'] as const
/** Its samples of each second take up to half a gigabyte of memory. */
export const maxAnalysisDays = 92
/** More of them would be longer than the bucket asked for: `AnalysisReport.bucket` is then a day. */
export const maxAnalysisRows = 2000
/** More are only counted. */
export const maxAnalysisGaps = 1000

/** In milliseconds after the fill. */
export const markoutTimes = [1000, 10_000, 60_000, 300_000] as const
/** In minutes before the first fill of an order, for the market's VWAP. */
export const fillIntervals = [1, 5, 15, 60] as const
export const maxFills = 10_000
/** More are only counted. */
export const maxFillProblems = 200

/** The sealed data of a recorded connection. Times are in milliseconds since the epoch. */
export interface SealedRecording {
  readonly from: number
  /** Reports cover nothing after it. */
  readonly to: number
  readonly markets: readonly string[]
}

/** In milliseconds since the epoch; `to` is exclusive. */
export interface AnalysisPeriod {
  readonly from: number
  readonly to: number
}

export interface AnalysisCoverage {
  /** Milliseconds in which the market was recorded, sealed and live; rounded down. */
  readonly live: number
  /** Milliseconds of the chosen days. */
  readonly total: number
  /** Less than all of it was live, to the nanosecond. */
  readonly partial: boolean
}

export type AnalysisMeasure =
  /** Ask minus bid: in basis points of the mid, and in quote currency. */
  | 'spread'
  | 'spread-price'
  /** Sizes within 10 and 50 basis points of the mid, in base currency. */
  | 'bid-10bp'
  | 'ask-10bp'
  | 'bid-50bp'
  | 'ask-50bp'
  /** Of the chosen size, from the mid to the average price, in basis points. Positive is a cost. */
  | 'buy'
  | 'sell'
  /** Prices. TWAP is the mid, weighted by the time that it was there. */
  | 'vwap'
  | 'twap'
  /** Of the trades, in base currency. */
  | 'volume'
  /** Minutes. */
  | 'live'
  | 'stale'
  | 'not-live'
  | 'missing'

/**
 * Percentiles are by nearest rank: the smallest sample that at least that share of the samples do not exceed. `low`,
 * `median` and `high` are those of 10, 50 and 90 %.
 */
export type AnalysisStatistic = 'low' | 'median' | 'high' | 'value'

export interface AnalysisColumn {
  readonly measure: AnalysisMeasure
  readonly statistic: AnalysisStatistic
  readonly unit: 'bp' | 'base' | 'quote' | 'minutes'
}

export interface AnalysisRow {
  /** By time of day, in minutes after midnight UTC; otherwise in milliseconds since the epoch. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly coverage: AnalysisCoverage
  /** Seconds, or keyframes, or trades: see `AnalysisReport.samples`. */
  readonly samples: number
  /**
   * A decimal for each column. Null if there are no samples, or, for the cost of a size, if the book did not have the
   * size in that share of them.
   */
  readonly cells: readonly (string | null)[]
}

export interface AnalysisGap extends AnalysisPeriod {
  /** `not-live`: not subscribed, awaited or rebuilt. `missing`: not recorded, or not sealed. */
  readonly kind: 'stale' | 'not-live' | 'missing'
}

/** Of one period. */
export interface AnalysisSeries {
  readonly period: AnalysisPeriod
  readonly total: AnalysisRow
  readonly rows: readonly AnalysisRow[]
  /** For each median column, its percentiles from 0 to 100 over all samples. */
  readonly distributions: readonly (readonly (string | null)[])[]
  /** In which the market was not live, oldest first, at most `maxAnalysisGaps`. */
  readonly gaps: readonly AnalysisGap[]
  readonly moreGaps: number
}

export type AnalysisKind = 'spread' | 'depth' | 'cost' | 'average' | 'coverage'

export interface AnalysisReport {
  readonly kind: AnalysisKind
  readonly market: string
  /** Only of a cost. */
  readonly size: { readonly amount: string; readonly unit: SizeUnit } | null
  /** Rows by time of day (spread, depth, cost) rather than one after the other (average, coverage). */
  readonly byTimeOfDay: boolean
  /** In minutes. */
  readonly bucket: number
  readonly samples: 'seconds' | 'keyframes' | 'trades'
  readonly columns: readonly AnalysisColumn[]
  readonly series: AnalysisSeries
  /** Of the other period; null without one. */
  readonly against: AnalysisSeries | null
  /** Sentences: what was left out, and why. */
  readonly notes: readonly string[]
  readonly read: { readonly rows: number; readonly milliseconds: number }
}

export interface FillFile {
  readonly id: number
  readonly name: string
  readonly fills: number
  /** Of the first and the last fill, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** Lines that are not a fill and were left out. */
  readonly problems: readonly { readonly line: number; readonly sentence: string }[]
  readonly moreProblems: number
}

/** Costs are in basis points: positive is a cost. Markouts too: positive is in favour. Null stands for "gap". */
export interface FillCost {
  /** In the file. */
  readonly line: number
  /** In UTC, with up to nine digits after the second. */
  readonly time: string
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly amount: string
  /** Fills with the same one are an order; null: one of its own. */
  readonly order: string | null
  /** Before the first fill of the order. */
  readonly arrivalMid: string | null
  readonly arrivalCost: string | null
  /** Of the market, from `interval` minutes before the first fill of the order up to its last fill. */
  readonly intervalVwap: string | null
  readonly vwapCost: string | null
  /** Why there is none: the market was not live all the time, or nothing was traded. */
  readonly vwapMissing: 'gap' | 'trades' | null
  /** Of taking the amount at once just before the fill, from the mid to the average. */
  readonly sweepCost: string | null
  /** Why there is none: the market was not live, the book had less, or the log of that time was deleted. */
  readonly sweepMissing: 'gap' | 'size' | 'log' | null
  /** For each of `markoutTimes`: the mid then against the fill's price. */
  readonly markouts: readonly (string | null)[]
  /** The price is worse than the best one on the other side just before the fill. */
  readonly through: boolean | null
  /** A recorded trade has its price and amount, at most a second away; null if that second was not recorded. */
  readonly found: boolean | null
  /** Of the five minutes after the fill. */
  readonly coverage: AnalysisCoverage
  /** The first gap in them. */
  readonly gap: AnalysisGap | null
}

/** Weighted by amount, over the fills that have the figure. */
export interface FillTotals {
  readonly fills: number
  /** Of the order's currency, and its value at the prices of the fills. */
  readonly amount: string
  readonly value: string
  readonly arrivalCost: string | null
  readonly vwapCost: string | null
  readonly sweepCost: string | null
  readonly markouts: readonly (string | null)[]
  /** Fills without some of the figures. */
  readonly incomplete: number
  readonly coverage: AnalysisCoverage
}

export interface FillCosts {
  readonly market: string
  readonly file: number
  readonly name: string
  /** In minutes. */
  readonly interval: number
  /** By time. */
  readonly rows: readonly FillCost[]
  readonly total: FillTotals
  readonly notes: readonly string[]
  readonly read: { readonly rows: number; readonly milliseconds: number }
}

/** Of a window: the next request with the same number cancels the one before. */
const run = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))
const market = v.pipe(v.string(), v.minLength(1), v.maxLength(1000))
const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))
const period = v.pipe(
  v.object({ from: time, to: time }),
  v.check(({ from, to }) => from < to && to - from <= maxAnalysisDays * 86_400_000)
)
const report = v.variant('kind', [
  v.object({ kind: v.picklist(['spread', 'depth', 'average', 'coverage']) }),
  v.object({ kind: v.literal('cost'), size: positiveDecimal, unit: v.picklist(sizeUnits) })
])
const reportRequest = v.object({
  run,
  connection: recordedConnectionId,
  market,
  report,
  period,
  /** Beside it, such as another day. */
  against: v.nullable(period),
  /** Of the week, in UTC; others are left out. */
  days: v.picklist(analysisDays),
  bucket: v.picklist(analysisBuckets)
})
export type AnalysisRequest = v.InferOutput<typeof reportRequest>

const fileId = v.pipe(v.number(), v.integer(), v.minValue(1))
const fillsRequest = v.object({
  run,
  connection: recordedConnectionId,
  market,
  file: fileId,
  interval: v.picklist(fillIntervals)
})
export type FillsRequest = v.InferOutput<typeof fillsRequest>

export const analysisCalls = {
  /** Null if nothing is sealed. */
  sealed: call(v.object({ connection: recordedConnectionId })).returns<SealedRecording | null>(),
  /** Null if it was cancelled. */
  report: call(reportRequest).returns<AnalysisReport | null>(),
  /** The same. */
  fillCosts: call(fillsRequest).returns<FillCosts | null>(),
  cancel: call(v.object({ run })).returns<null>(),
  /** Those that were imported since the app was started, oldest first; they are not stored. */
  fillFiles: call(v.undefined()).returns<readonly FillFile[]>(),
  /** Asks for a CSV file; null if that was cancelled. */
  importFills: call(v.undefined()).returns<FillFile | null>(),
  removeFills: call(v.object({ file: fileId })).returns<null>(),
  /** Saves what the run of this window returned last. Asks for a file; null if that was cancelled. */
  saveCsv: call(v.object({ run })).returns<{ readonly path: string } | null>()
}

export interface AnalysisPushes {
  /** How much of a run of this window is done, from 0 to 1. */
  'analysis.progress': { readonly run: number; readonly share: number }
  'analysis.fillsChanged': readonly FillFile[]
}
export const analysisPushes = ['analysis.progress', 'analysis.fillsChanged'] as const
