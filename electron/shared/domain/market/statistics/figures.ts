import { subtractDecimals, type Decimal } from '../../base/decimal'
import { averagePrice, type Candle, type Coverage, type Span } from '../candles'

/** Exact numbers. */
interface TradedFigures {
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly last: Decimal
  readonly change: Decimal
  /** Two digits, rounded half up; null if the open is zero. */
  readonly changePercent: Decimal | null
  readonly volume: Decimal
  /** By inferred aggressor. */
  readonly buyVolume: Decimal
  readonly sellVolume: Decimal
  readonly unknownVolume: Decimal
  readonly delta: Decimal
  readonly notional: Decimal
  /** Two digits finer than the prices, rounded half up. */
  readonly averagePrice: Decimal | null
  readonly trades: number
}

export interface Figures {
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  /** The start of observed data; null if there is none. */
  readonly since: number | null
  /** Whether the whole period was observed. */
  readonly complete: boolean
  readonly unseen: readonly Span[]
  /** Null if no trade was observed. */
  readonly traded: TradedFigures | null
}

const finer = 2
const percentDigits = 2

/** @param last the last price by arrival, if known; candles close by time */
export function figuresOf(
  candle: Candle | null,
  coverage: Coverage,
  from: number,
  to: number,
  last: Decimal | null = null
): Figures {
  const unseen = coverage.unseen(from, to, to)
  const first = unseen[0]
  const start = first?.from === from ? first.to : from
  return {
    from,
    to,
    since: start < to ? start : null,
    complete: unseen.length === 0,
    unseen,
    traded: candle && tradedFigures(candle, last ?? candle.close)
  }
}

function tradedFigures(candle: Candle, last: Decimal): TradedFigures {
  const change = subtractDecimals(last, candle.open)
  const known = { units: candle.buyVolume.units + candle.sellVolume.units, scale: candle.buyVolume.scale }
  return {
    open: candle.open,
    high: candle.high,
    low: candle.low,
    last,
    change,
    changePercent: averagePrice({ ...change, units: change.units * 100n }, candle.open, percentDigits),
    volume: candle.volume,
    buyVolume: candle.buyVolume,
    sellVolume: candle.sellVolume,
    unknownVolume: subtractDecimals(candle.volume, known),
    delta: subtractDecimals(candle.buyVolume, candle.sellVolume),
    notional: candle.notional,
    averagePrice: averagePrice(candle.notional, candle.volume, candle.close.scale + finer),
    trades: candle.trades
  }
}
