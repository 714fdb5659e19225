import type { Interval } from '../../domain/market/candles/intervals'
import { heatBins } from '../../domain/market/heat/column'
import { bookFigures } from '../../domain/market/heat/figure-names'
import type { BookState } from '../../domain/market/book-states'

/**
 * Whole units at a scale, row after row. If a number cannot be exact, the cell holds the nearest double and `exact`
 * the decimal, by cell index.
 */
export interface Figures {
  readonly values: Float64Array
  readonly exact: ReadonlyMap<number, string> | null
}

/** Price, size, and cumulative size from the best level. */
export const levelWidth = 3
/** The best bid and ask before the levels: price and size of each, or NaN. */
export const bestWidth = 4

export interface BookNews extends Figures {
  readonly priceScale: number
  /** The price step in units of the scale. */
  readonly tick: number
  readonly amountScale: number
  /** Levels in `values`, best first; bids come first. */
  readonly bids: number
  readonly asks: number
  /** Levels in the whole book, ungrouped. */
  readonly allBids: number
  readonly allAsks: number
}

/**
 * Arrival number, price, size, seconds and nanoseconds, inferred aggressor, how many milliseconds ahead the
 * service's own timestamp is, and the confidence of the aggressor.
 */
export const tradeWidth = 8

export interface TradesNews extends Figures {
  readonly priceScale: number
  readonly amountScale: number
  /** Replaces the window's tape. */
  readonly fresh: boolean
  /** Trades that were skipped because the window was busy or hidden. */
  readonly skipped: number
  /** The last price move: 1 up, -1 down, 0 unchanged. */
  readonly move: number
}

/**
 * Start in seconds, open, high, low, close; volume, buy and sell volume; trades; and the notional as high * 2^52 +
 * low, at the combined scale.
 */
export const candleWidth = 11

export interface CandlesNews extends Figures {
  readonly interval: Interval
  readonly priceScale: number
  readonly amountScale: number
  /** Replaces the window's series; otherwise only changed candles. */
  readonly fresh: boolean
  /**
   * The watched periods in milliseconds since the epoch, the current one open-ended; only there is "no trade" known.
   * Null if unchanged.
   */
  readonly watched: Float64Array | null
  /** Sent with `watched`: clock changes of the service, as pairs from and to. */
  readonly steps: Float64Array | null
}

/**
 * Start in seconds, observed share, bin height as a price, number of the first bin, best bid and ask or NaN, milliseconds
 * and means of the book's figures; then the mean size of each bin.
 */
export const heatFiguresAt = 7
export const heatHead: number = heatFiguresAt + bookFigures.length
export const heatWidth: number = heatHead + heatBins

/** Approximate, only for drawing. */
export interface HeatNews {
  readonly interval: Interval
  /** Replaces the window's columns; otherwise the first may update the last one. */
  readonly fresh: boolean
  /** Oldest column first. */
  readonly values: Float64Array
}

/** Traded figures of a period; empty cells are NaN, and each has its own scale. */
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
  /** The last price move: 1 up, -1 down, 0 unchanged. */
  readonly move: number
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The start of observed data; null if there is none. */
  readonly since: number | null
  /** Whether the whole period was observed. */
  readonly complete: boolean
}

/** The cost of a size on one side; empty cells are NaN. `complete` is 1 if the side has the size, else 0. */
export const costNames = [
  'average',
  'worst',
  'basisPoints',
  'slippage',
  'size',
  'cost',
  'levels',
  'complete',
  'within'
] as const
export type CostName = (typeof costNames)[number]
/** Asks first, which a buyer takes. */
export const costWidth = 2 * costNames.length

/** All cells are empty while the book is crossed. */
export interface CostNews extends Figures {
  readonly scales: Uint8Array
}

/** The market is unknown to the connection. */
export const noVersion = -1

/** Changes for one drawn item. Null parts are unchanged. */
export interface MarketNews {
  readonly interest: number
  readonly state: BookState
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly reason: string | null
  readonly crossed: boolean
  /** The data that the window shows belongs to another service or was deleted, and is cleared first. */
  readonly reset: boolean
  /** Increases with every change, or `noVersion`. */
  readonly version: number
  /** Milliseconds since the last message of each channel; null before the first. */
  readonly bookAge: number | null
  readonly tradeAge: number | null
  readonly book: BookNews | null
  readonly trades: TradesNews | null
  readonly candles: CandlesNews | null
  /** The last 24 hours, and the UTC day. */
  readonly statistics: { readonly lastDay: StatisticsNews; readonly session: StatisticsNews } | null
  readonly heat: HeatNews | null
  readonly cost: CostNews | null
}

/**
 * Usually one block of memory, which clones much faster than objects. Optional fields are omitted because each costs
 * as much as hundreds of cells.
 */
export interface MarketFrame {
  readonly numbers: Float64Array
  readonly texts?: readonly string[]
  readonly exact?: ReadonlyMap<number, string>
}
