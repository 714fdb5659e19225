import type { MarketNews } from '#shared/contract/market/market-news'
import type { BookState, MarketParts, OlderTrades, OlderTradesRequest } from '#shared/contract/market/markets'
import type { ProfileRange, VolumeProfile } from '#shared/contract/market/volume-profile'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import { Emitter } from '#shared/domain/base/emitter'
import type { Problem } from '#shared/domain/base/problem'
import { BookLevels } from './book'
import { ChartCandles } from './candles'
import { SizeCosts } from './cost'
import { HeatColumns } from './heat'
import { receiptOf, type Receipt } from './receipt'
import { RecordedPages, type RecordingPorts } from './recorded-pages'
import { TradedStatistics } from './statistics'
import { isOtherChart, isSameCost, type MarketSubscription } from './subscription'
import { TapeTrades } from './trades'

interface ViewPorts extends RecordingPorts {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** Milliseconds since the epoch. */
  readonly wall: () => number
  readonly changed: (view: MarketView) => void
  readonly dispose: (view: MarketView) => void
}

/** The market's data in this window, overwritten by each frame and not reactive: draw from it in `onPaint`. */
export class MarketView {
  state: BookState = 'awaiting'
  /** Milliseconds since the epoch; null until main sends it. */
  since: number | null = null
  reason: string | null = null
  crossed = false
  /** Why main will not send this. */
  problem: Problem | null = null
  book: BookLevels | null = null
  trades: TapeTrades | null = null
  candles: ChartCandles | null = null
  lastDay: TradedStatistics | null = null
  session: TradedStatistics | null = null
  heat: HeatColumns | null = null
  cost: SizeCosts | null = null
  #bookSeenAt: number | null = null
  #tradeSeenAt: number | null = null
  #bookReceipt: Receipt | null = null
  #tradeReceipt: Receipt | null = null
  readonly #recorded: RecordedPages
  readonly #news = new Emitter()
  /** When something of the market has changed, before the animation frame: for a library that draws in frames of its own. */
  readonly onNews = this.#news.on
  readonly #painting = new Emitter()
  /** Called in an animation frame after the market has changed. */
  readonly onPaint = this.#painting.on

  constructor(
    private current: MarketSubscription,
    private readonly ports: ViewPorts
  ) {
    this.#recorded = new RecordedPages(ports)
    this.#begin()
  }

  get subscription(): MarketSubscription {
    return this.current
  }

  get market(): string {
    return this.current.market
  }

  /** Milliseconds since the last message that changed or confirmed the book; null if there was none. */
  get bookAge(): number | null {
    return this.#bookSeenAt === null ? null : Math.max(0, this.ports.now() - this.#bookSeenAt)
  }

  get tradeAge(): number | null {
    return this.#tradeSeenAt === null ? null : Math.max(0, this.ports.now() - this.#tradeSeenAt)
  }

  /** When the book was last confirmed, in milliseconds since the epoch. */
  get bookAsOf(): number | null {
    return this.#bookReceipt?.wall ?? null
  }

  get tradesAsOf(): number | null {
    return this.#tradeReceipt?.wall ?? null
  }

  get received(): boolean {
    return this.#bookSeenAt !== null || this.#tradeSeenAt !== null
  }

  /** Switches to another market or other parts of it, and drops all other data at once. */
  change(subscription: MarketSubscription): void {
    const before = this.current
    if (JSON.stringify(before) === JSON.stringify(subscription)) return
    this.current = subscription
    if (before.market !== subscription.market) this.#begin()
    this.#keepOnly(subscription.parts)
    if (!isSameCost(before.parts.cost, subscription.parts.cost)) this.cost = null
    if (isOtherChart(before, subscription)) this.#recorded.cancel()
    this.ports.changed(this)
  }

  dispose(): void {
    this.#recorded.cancel()
    this.#news.dispose()
    this.#painting.dispose()
    this.ports.dispose(this)
  }

  /** `late` is the age of the update on arrival, in milliseconds. */
  apply(news: MarketNews, late: number): void {
    if (news.reset) this.#begin()
    this.problem = null
    this.state = news.state
    this.since = news.since
    this.reason = news.reason
    this.crossed = news.crossed
    // Without a connection the figures stay and keep ageing.
    if (news.version >= 0) {
      const at = this.ports.now() - late
      this.#bookSeenAt = news.bookAge === null ? null : at - news.bookAge
      this.#tradeSeenAt = news.tradeAge === null ? null : at - news.tradeAge
      const wall = this.ports.wall() - this.ports.now()
      this.#bookReceipt = receiptOf(this.#bookReceipt, this.#bookSeenAt, wall)
      this.#tradeReceipt = receiptOf(this.#tradeReceipt, this.#tradeSeenAt, wall)
    }
    this.#applyParts(news)
    this.#news.fire()
  }

  /** Main will not send this. */
  refuse(problem: Problem): void {
    this.problem = problem
    this.#news.fire()
    this.#painting.fire()
  }

  paint(): void {
    this.#painting.fire()
  }

  /** Drops all data at once, and shows so. */
  clear(): void {
    this.#begin()
    this.#news.fire()
    this.#painting.fire()
  }

  /** A page from the recording. False if none was read. */
  async loadOlderCandles(): Promise<boolean> {
    const { candles, market } = this
    const before = candles?.olderEnd ?? null
    if (!candles || before === null) return false
    const page = await this.#recorded.candles({ market, interval: candles.interval, before })
    // They may have been replaced meanwhile.
    if (!page || this.candles !== candles) return false
    // Or others have come that the page does not continue.
    if (candles.olderEnd !== before) return true
    candles.prepend(page, before)
    this.#news.fire()
    return true
  }

  async loadOlderHeat(): Promise<boolean> {
    const { heat, market } = this
    const before = heat?.olderEnd ?? null
    if (!heat || before === null) return false
    const page = await this.#recorded.heat({ market, interval: heat.interval, before })
    if (!page || this.heat !== heat) return false
    if (heat.olderEnd !== before) return true
    heat.prepend(page)
    this.#news.fire()
    return true
  }

  /** A page of trades before those that are shown; null if it could not be read. */
  readOlderTrades(before: Omit<OlderTradesRequest, 'id' | 'market'>): Promise<OlderTrades | null> {
    return this.#recorded.trades({ market: this.market, ...before })
  }

  /** The volume traded at each price; the next request cancels this one. Null if it could not be read, or was cancelled. */
  readProfile(range: ProfileRange): Promise<VolumeProfile | null> {
    return this.#recorded.profile(this.market, range)
  }

  cancelProfile(): void {
    this.#recorded.cancelProfile()
  }

  /** The same for the footprint, which does not cancel that of the profile. */
  get footprint(): Pick<MarketView, 'trades' | 'readProfile' | 'cancelProfile'> {
    return {
      trades: this.trades,
      readProfile: (range) => this.#recorded.profile(this.market, range, true),
      cancelProfile: () => this.#recorded.cancelProfile(true)
    }
  }

  #applyParts({ book, trades, candles, statistics, heat, cost }: MarketNews): void {
    const { parts } = this.current
    if (book) this.book = new BookLevels(book)
    if (trades && parts.trades) {
      if (trades.fresh || !this.trades) this.trades = new TapeTrades(parts.trades.max)
      this.trades.apply(trades)
    }
    if (candles && parts.candles) {
      const before = this.candles
      if (candles.fresh || !before) this.candles = new ChartCandles(parts.candles.max, candles.interval)
      this.candles!.apply(candles)
      if (before && before !== this.candles) this.candles!.keepOlder(before)
    }
    if (statistics) {
      this.lastDay = new TradedStatistics(statistics.lastDay)
      this.session = new TradedStatistics(statistics.session)
    }
    if (heat && parts.heat) {
      const before = this.heat
      if (heat.fresh || !before) this.heat = new HeatColumns(parts.heat.max, heat.interval)
      this.heat!.apply(heat)
      if (before && before !== this.heat) this.heat!.keepOlder(before)
    }
    if (!heat && candles?.fresh && this.candles && parts.heat) this.heat = this.#recordedHeat(this.candles)
    if (cost) this.cost = new SizeCosts(cost)
  }

  /** Last figures have no heat: it is read from the recording, up to their end. */
  #recordedHeat({ all, interval }: ChartCandles): HeatColumns | null {
    const last = all.at(-1)
    const { heat } = this.current.parts
    return last && heat
      ? new HeatColumns(heat.max, heat.interval, last.start + intervalSeconds[interval])
      : null
  }

  #begin(): void {
    this.state = 'awaiting'
    this.since = null
    this.reason = null
    this.crossed = false
    this.problem = null
    this.#bookSeenAt = null
    this.#tradeSeenAt = null
    this.#bookReceipt = null
    this.#tradeReceipt = null
    this.#keepOnly({ book: null, trades: null, candles: null, statistics: false })
  }

  #keepOnly({ book, trades, candles, statistics, heat, cost }: MarketParts): void {
    if (!book) this.book = null
    if (!trades) this.trades = null
    if (candles?.interval !== this.candles?.interval) this.candles = null
    if (!statistics) this.lastDay = this.session = null
    if (heat?.interval !== this.heat?.interval) this.heat = null
    if (!cost) this.cost = null
  }
}
