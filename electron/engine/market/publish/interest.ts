import { noVersion, type MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { LiveMarket } from '../types'
import { BookPart } from './book-part'
import { CandlesPart } from './candles-part'
import { CostPart } from './cost-part'
import { HeatPart } from './heat-part'
import { agedTo, type LastNews } from './last-figures'
import { StatisticsPart } from './statistics-part'
import { TradesPart } from './trades-part'

interface Now {
  /** Of the data. */
  readonly monotonic: number
  /** Monotonic, by the clock that paces frames. */
  readonly pace: number
  /** Milliseconds since the epoch. */
  readonly wall: number
  /** The service's time in milliseconds since the epoch. */
  readonly service: number
  /** The figures last shown of it. */
  readonly last?: ((request: MarketInterest) => MarketNews | null) | undefined
  /** Figures of a market that the hub does not have are from another time. */
  readonly clearsUnknown?: boolean
}

/** One item that a window draws and what was sent of it. */
export class Interest {
  readonly #book: BookPart | null
  readonly #trades: TradesPart | null
  readonly #candles: CandlesPart | null
  readonly #statistics: StatisticsPart | null
  readonly #heat: HeatPart | null
  readonly #cost: CostPart | null
  #market: LiveMarket | undefined
  /** More of a market's past is another tape. */
  #tape: LiveMarket['tape'] | undefined
  #version = -1
  /** Everything must be sent. */
  #fresh = true
  #arrivals = 0
  /** The last figures, until something of the market arrives. */
  #last: LastNews | null = null
  #dropped = false
  #receivedAt = -Infinity
  /** The receipt of the newest message in the last update, monotonic; null if there is none. */
  received: number | null = null
  /** Book changes merged in the last update. */
  merged = 0
  /** The next update is not sent before this, by the clock of the pace; null if nothing is held back. */
  restsUntil: number | null = null
  #sentAt = -Infinity
  #sent: { readonly state: LiveMarket['state']; readonly crossed: boolean } | null = null

  constructor(readonly request: MarketInterest) {
    const { book, trades, candles, statistics, heat, cost } = request.parts
    this.#book = book && new BookPart(book)
    this.#trades = trades && new TradesPart(trades)
    this.#candles = candles && new CandlesPart(candles)
    this.#statistics = statistics ? new StatisticsPart() : null
    this.#heat = heat ? new HeatPart(heat) : null
    this.#cost = cost ? new CostPart(cost) : null
  }

  /** It may change without a message. */
  get movesWithTime(): boolean {
    return this.#statistics !== null || this.#candles !== null
  }

  /** The window no longer shows any of it, and then gets everything that there is. */
  drop(): void {
    this.#dropped = true
    this.refresh()
  }

  /** Dropped trades are reported separately. */
  get isUnfinished(): boolean {
    return this.#fresh
  }

  /** Sends everything again, except trades already sent. */
  refresh(): void {
    this.#fresh = true
    this.#candles?.restart()
    this.#statistics?.restart()
    this.#heat?.restart()
  }

  /** Null if nothing is new. */
  read(market: LiveMarket | undefined, now: Now): MarketNews | null {
    if (market !== this.#market || market?.tape !== this.#tape) this.#begin(market)
    if (this.#dropped) {
      this.#dropped = false
      return this.#nothing(now, true)
    }
    if (hasData(market)) {
      if (this.#last) this.refresh()
      this.#last = null
    } else if (this.#fresh) this.#last = lastOf(this.request, now)
    this.restsUntil = this.#rest(market, now)
    if (this.restsUntil !== null) return null
    const news = this.#read(market, now)
    this.#fresh = false
    if (news) {
      this.#sentAt = now.pace
      this.#sent = news
    }
    return news
  }

  #read(market: LiveMarket | undefined, now: Now): MarketNews | null {
    if (this.#last) return this.#readLast(market, this.#last, now)
    if (market) return this.#readMarket(market, now)
    return this.#fresh ? this.#nothing(now, now.clearsUnknown === true) : null
  }

  /** Slow displays need not be read and sent for every frame. */
  #rest(market: LiveMarket | undefined, now: Now): number | null {
    const { pace } = this.request
    const sent = this.#sent
    if (pace === undefined || this.#fresh || !market || !sent) return null
    if (market.state !== sent.state || market.crossed !== sent.crossed) return null
    const until = this.#sentAt + pace
    return now.pace < until ? until : null
  }

  #begin(market: LiveMarket | undefined): void {
    this.refresh()
    this.#trades?.restart()
    this.#market = market
    this.#tape = market?.tape
    this.#version = -1
    this.#receivedAt = -Infinity
  }

  #readMarket(market: LiveMarket, now: Now): MarketNews | null {
    const changed = this.#fresh || market.version !== this.#version
    const { candles: book } = market
    const candles = this.#candles?.read(book, now.service) ?? null
    const statistics = this.#statistics?.read(market, now.service) ?? null
    const heat = this.#heat?.read(market.heat) ?? null
    if (!changed && candles === null && statistics === null && heat === null) return null
    this.#count(market)
    return {
      interest: this.request.id,
      state: market.state,
      since: market.since,
      reason: market.reason,
      crossed: market.crossed,
      reset: false,
      version: market.version,
      bookAge: ageOf(market.bookAt, now),
      tradeAge: ageOf(market.tradeAt, now),
      book: changed ? (this.#book?.read(market.book) ?? null) : null,
      trades: changed ? (this.#trades?.read(market.tape) ?? null) : null,
      candles,
      statistics,
      heat,
      cost: changed ? (this.#cost?.read(market.book) ?? null) : null
    }
  }

  #count(market: LiveMarket): void {
    const receivedAt = Math.max(market.bookAt ?? -Infinity, market.tradeAt ?? -Infinity)
    this.received = receivedAt > this.#receivedAt ? receivedAt : null
    this.#receivedAt = receivedAt
    const changes = market.version - this.#version - (market.tape.arrivals - this.#arrivals)
    this.merged = this.#fresh || !this.#book ? 0 : Math.max(0, changes - 1)
    this.#version = market.version
    this.#arrivals = market.tape.arrivals
  }

  /** The state of the market, with the last figures. */
  #readLast(market: LiveMarket | undefined, last: LastNews, now: Now): MarketNews | null {
    const version = market?.version ?? -1
    if (!this.#fresh && version === this.#version) return null
    this.#version = version
    this.received = null
    this.merged = 0
    const parts = this.#fresh ? null : { book: null, trades: null, candles: null, statistics: null }
    const { state = 'idle', since = now.wall, reason = null } = market ?? {}
    return { ...agedTo(now.wall, last), ...parts, state, since, reason }
  }

  #nothing(now: Now, reset: boolean): MarketNews {
    this.received = null
    this.merged = 0
    return {
      interest: this.request.id,
      state: 'idle',
      since: now.wall,
      reason: null,
      crossed: false,
      reset,
      version: noVersion,
      bookAge: null,
      tradeAge: null,
      book: null,
      trades: null,
      candles: null,
      statistics: null,
      heat: null,
      cost: null
    }
  }
}

/** Everything of an item at once, but not heat, which is approximate, nor costs of a size that may change. */
export const snapshotOf = ({ id, market: name, parts }: MarketInterest, market: LiveMarket, now: Now) =>
  new Interest({ id, market: name, parts: { ...parts, heat: null, cost: null } }).read(market, now)

const ageOf = (at: number | null, now: Now) => (at === null ? null : Math.max(0, now.monotonic - at))

const lastOf = (request: MarketInterest, now: Now): LastNews | null => {
  const news = now.last?.(request) ?? null
  return news && { at: now.wall, news }
}

const hasData = (market: LiveMarket | undefined) =>
  market !== undefined && (market.bookAt !== null || market.tradeAt !== null)
