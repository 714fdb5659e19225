import type { Interval } from '../../domain/market/candles/intervals'
import { heatBins } from '../../domain/market/heat/column'
import type { BookState } from './markets'

/**
 * Whole units of a scale, row after row. Where a number is beyond what a double holds exactly, or finer than the scale,
 * the cell holds the nearest double, good enough to draw a bar, and `exact` the decimal itself, by the index of the cell.
 */
export interface Figures {
  readonly values: Float64Array
  readonly exact: ReadonlyMap<number, string> | null
}

/** Cells of a level: price, size, and the size from the best level of its side up to here. */
export const levelWidth = 3
/** Before the levels of a book come its best bid and its best ask, ungrouped: price and size of each, or NaN. */
export const bestWidth = 4

export interface BookNews extends Figures {
  readonly priceScale: number
  /** The step of the market's prices in units of that scale, as far as it is known. */
  readonly tick: number
  readonly amountScale: number
  /** How many levels follow in `values`, the best first; the bids come first. */
  readonly bids: number
  readonly asks: number
  /** How many the whole book has, ungrouped. */
  readonly allBids: number
  readonly allAsks: number
}

/**
 * Cells of a trade: its number of arrival, price, size, seconds and nanoseconds of its time, inferred aggressor, and by
 * how many milliseconds the service's own time is later than that one.
 */
export const tradeWidth = 7

export interface TradesNews extends Figures {
  readonly priceScale: number
  readonly amountScale: number
  /** The window's tape starts over with these. */
  readonly fresh: boolean
  /** Trades since the last news that are not among these, because the window was busy or hidden. */
  readonly skipped: number
  /** Which way the market's last price went: 1 up, -1 down, 0 where it has not moved. */
  readonly move: number
}

/**
 * Cells of a candle: start in seconds, open, high, low, close; volume, that of buys and of sells; trades; and the sum of
 * price times amount as high * 2^52 + low, at the scale of both together.
 */
export const candleWidth = 11

export interface CandlesNews extends Figures {
  readonly interval: Interval
  readonly priceScale: number
  readonly amountScale: number
  /** The window's series starts over with these; otherwise they are those that changed. */
  readonly fresh: boolean
  /**
   * When the market was watched, from and to in milliseconds since the epoch, the running time to infinity; only there
   * may "no trade" be said. Null where nothing changed but the time.
   */
  readonly watched: Float64Array | null
  /** Comes with `watched`: where the service's clock was set, from and to, one pair after the other. */
  readonly steps: Float64Array | null
}

/**
 * Cells of a heat column: start in seconds, the part of it that was seen, the height of a bin as a price, the number of
 * the first bin, best bid and best ask as prices or NaN; then the mean size in each bin.
 */
export const heatHead = 6
export const heatWidth = heatHead + heatBins

/** For drawing alone: doubles, and sizes to a thousandth. */
export interface HeatNews {
  readonly interval: Interval
  /** The window's columns start over with these; otherwise the first may be newer figures of the last one it has. */
  readonly fresh: boolean
  /** Column after column, the oldest first. */
  readonly values: Float64Array
}

/** What was traded in a time; the cells are NaN where there was nothing, and each has a scale of its own. */
export const statisticNames = [
  'open',
  'high',
  'low',
  'last',
  'change',
  'changePercent',
  'volume',
  'buyVolume',
  'sellVolume',
  'unknownVolume',
  'delta',
  'notional',
  'averagePrice'
] as const
export type StatisticName = (typeof statisticNames)[number]

export interface StatisticsNews extends Figures {
  readonly scales: Uint8Array
  readonly trades: number
  /** Which way the market's last price went: 1 up, -1 down, 0 where it has not moved. */
  readonly move: number
  /** The time that is meant, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** Since when anything of it was seen; null where nothing was. */
  readonly since: number | null
  /** Whether all of it was watched: otherwise there may have been trades that are in no figure. */
  readonly complete: boolean
}

/** The version of a market that no connection knows. */
export const noVersion = -1

/** What has changed for one thing that a window draws. A part that is null is as it was. */
export interface MarketNews {
  readonly interest: number
  readonly state: BookState
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly reason: string | null
  readonly crossed: boolean
  /** Counts up with every change of the market, or is `noVersion`. */
  readonly version: number
  /** Milliseconds since the last message of each channel, when this was written; null before the first. */
  readonly bookAge: number | null
  readonly tradeAge: number | null
  readonly book: BookNews | null
  readonly trades: TradesNews | null
  readonly candles: CandlesNews | null
  /** The last 24 hours, and the session, which is the UTC day. */
  readonly statistics: { readonly lastDay: StatisticsNews; readonly session: StatisticsNews } | null
  readonly heat: HeatNews | null
}

/**
 * The news of one frame, as they cross: nearly always one block of memory, which clones in a fraction of the time that
 * objects take. What is not needed is not there, because each field costs as much as hundreds of cells.
 */
export interface MarketFrame {
  readonly numbers: Float64Array
  /** The reasons. */
  readonly texts?: readonly string[]
  readonly exact?: ReadonlyMap<number, string>
}
