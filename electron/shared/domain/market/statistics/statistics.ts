import type { Decimal } from '../../base/decimal'
import { joinCandles, startOf, type Candle, type CandleBook } from '../candles'
import { figuresOf, type Figures } from './figures'

const minute = 60
const day = 86_400

/** The sum of the closed minutes of the last 24 hours, cached. */
interface Closed {
  readonly from: number
  readonly until: number
  readonly lateVersion: number
  readonly total: Candle | null
}

/**
 * The figures of a market, from its candles. `now` is the service's time in milliseconds since the epoch; later
 * trades are not counted yet.
 */
export class Statistics {
  #closed: Closed | null = null

  constructor(private readonly candles: CandleBook) {}

  /** The session is the UTC day. */
  session(now: number): Figures {
    const from = startOf(now / 1000, day)
    const days = this.candles.series('1d')
    const index = days.indexFrom(from)
    const isThere = index < days.count && days.startAt(index) === from
    return figuresOf(isThere ? days.at(index) : null, this.candles.coverage, from * 1000, now)
  }

  /** The current minute and the 1,439 before it. `last` is the last price received. */
  lastDay(now: number, last: Decimal | null = null): Figures {
    const until = startOf(now / 1000, minute) + minute
    const from = until - day
    return figuresOf(this.#traded(from, until), this.candles.coverage, from * 1000, now, last)
  }

  #traded(from: number, until: number): Candle | null {
    const minutes = this.candles.series('1m')
    const end = minutes.indexFrom(until)
    if (end === 0 || minutes.startAt(end - 1) < from) return null
    const newest = minutes.at(end - 1)
    const closed = this.#closedUntil(from, newest.start)
    return closed === null ? newest : joinCandles(closed, newest)
  }

  /** Recomputed once a minute, or when a late trade arrives. */
  #closedUntil(from: number, until: number): Candle | null {
    const minutes = this.candles.series('1m')
    const { lateVersion } = minutes
    const known = this.#closed
    if (known?.from === from && known.until === until && known.lateVersion === lateVersion) return known.total
    const total = minutes.fold(minutes.indexFrom(from), minutes.indexFrom(until))
    this.#closed = { from, until, lateVersion, total }
    return total
  }
}
