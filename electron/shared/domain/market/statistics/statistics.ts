import type { Decimal } from '../../base/decimal'
import { joinCandles, startOf, type Candle, type CandleBook } from '../candles'
import { figuresOf, type Figures } from './figures'

const minute = 60
const day = 86_400

/** What the closed minutes of the last 24 hours add up to, and for which minutes and which state of them it holds. */
interface Closed {
  readonly from: number
  readonly until: number
  readonly lateVersion: number
  readonly total: Candle | null
}

/**
 * The figures of a market, read out of its candles, so that a trade is counted in one place alone. `now` is the
 * service's time as well as it is known, in milliseconds since the epoch: what is dated later is not counted yet.
 */
export class Statistics {
  #closed: Closed | null = null

  constructor(private readonly candles: CandleBook) {}

  /** A session is the UTC day: average price, volumes and delta start anew at midnight. */
  session(now: number): Figures {
    const from = startOf(now / 1000, day)
    const days = this.candles.series('1d')
    const index = days.indexFrom(from)
    const isThere = index < days.count && days.startAt(index) === from
    return figuresOf(isThere ? days.at(index) : null, this.candles.coverage, from * 1000, now)
  }

  /** The minute that runs and the 1439 before it. `last` is the price that arrived last, where there is one. */
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

  /** While one minute runs, only its own trades change the sum, unless one comes late. */
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
