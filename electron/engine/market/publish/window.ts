import { packMarketFrame } from '#shared/contract/market/market-frame'
import { tradeWidth, type MarketFrame, type MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { LiveMarket } from '../types'
import type { Clock } from '../../base/clock'
import type { PublishCounts } from './counts'
import { snapshotOf, type Interest } from './interest'
import type { LastFigures } from './last-figures'

/** Main's end of a window's feed. */
export interface FeedWay {
  /** No frame is in flight. */
  readonly free: boolean
  /** Calls `nextFrame` and sends the result. */
  send(): void
}

interface WindowPorts {
  readonly clock: Clock
  readonly dataClock: Pick<Clock, 'monotonic' | 'wall'>
  readonly serviceNow: () => number
  readonly clearsUnknown: boolean
  readonly counts: PublishCounts
  readonly market: (name: string) => LiveMarket | undefined
  readonly last: LastFigures
  /** The age of the data when it was painted. */
  readonly painted: (milliseconds: number) => void
  /** Trades waiting for the window. */
  readonly queue: (depth: number) => void
  /** The minimum time between two frames; 0 means no limit. */
  readonly interval: () => number
}

/** An idle window is updated at once, but a busy feed does not send a frame per message. */
const minPause = 16

/** The interests of one window. */
export class PublishedWindow {
  readonly interests = new Map<number, Interest>()
  #visible: boolean
  #dirty = false
  #builtAt = -Infinity
  #received: number | null = null
  #cancelTimer: (() => void) | null = null
  /** The end of the earliest pause. */
  #restsUntil = Infinity
  #cancelRest: (() => void) | null = null

  constructor(
    private readonly way: FeedWay,
    visible: boolean,
    private readonly ports: WindowPorts
  ) {
    this.#visible = visible
  }

  get visible(): boolean {
    return this.#visible
  }

  set visible(visible: boolean) {
    if (visible === this.#visible) return
    this.#visible = visible
    this.#dirty = false
    if (visible) this.refresh()
    else this.#stopTimers()
  }

  /** Hot path: called for every message. */
  mark(): void {
    if (this.#dirty || !this.#visible) return
    this.#dirty = true
    this.#wake()
  }

  /** Drops what it shows. */
  drop(): void {
    for (const interest of this.interests.values()) interest.drop()
    this.mark()
  }

  refresh(): void {
    for (const interest of this.interests.values()) interest.refresh()
    this.mark()
  }

  /** The changes, if the window is visible. */
  nextFrame(): MarketFrame | null {
    if (!this.#dirty || !this.#visible) return null
    const { clock, dataClock, serviceNow, clearsUnknown, market, interval } = this.ports
    const paceNow = clock.monotonic()
    if (paceNow < this.#builtAt + interval()) {
      this.#wake()
      return null
    }
    this.#dirty = false
    this.#stopTimer()
    const wall = dataClock.wall()
    const last = (request: MarketInterest) => this.ports.last.of(request, wall)
    const times = { monotonic: dataClock.monotonic(), pace: paceNow, wall, service: serviceNow() }
    const now = { ...times, last, clearsUnknown }
    const news: MarketNews[] = []
    this.#received = null
    let waiting = 0
    let restsUntil = Infinity
    for (const interest of this.interests.values()) {
      const one = interest.read(market(interest.request.market), now)
      if (interest.isUnfinished) this.#dirty = true
      if (interest.restsUntil !== null) restsUntil = Math.min(restsUntil, interest.restsUntil)
      if (!one) continue
      news.push(one)
      waiting += this.#count(interest, one)
    }
    this.#rest(restsUntil, paceNow)
    if (news.length === 0) return null
    this.#builtAt = paceNow
    this.ports.queue(waiting)
    this.ports.counts.framesSent += 1
    return packMarketFrame(news, now.wall)
  }

  /** The window has drawn the last frame. */
  drawn(): void {
    if (this.#received === null) return
    this.ports.painted(Math.max(0, this.ports.dataClock.monotonic() - this.#received))
    this.#received = null
  }

  /** Keeps what it shows. */
  keepLast(): void {
    const { clock, dataClock, serviceNow, market, last } = this.ports
    if (last.source === null) return
    const pace = clock.monotonic()
    const now = { monotonic: dataClock.monotonic(), pace, wall: dataClock.wall(), service: serviceNow() }
    for (const { request } of this.interests.values()) {
      const live = market(request.market)
      const news = live ? snapshotOf(request, live, now) : null
      if (news) last.keep(request, news, now)
    }
  }

  dispose(): void {
    this.keepLast()
    this.#visible = false
    this.#stopTimers()
  }

  #count({ received, merged }: Interest, { trades }: MarketNews): number {
    const { counts } = this.ports
    if (received !== null) this.#received = Math.max(this.#received ?? received, received)
    counts.levelsMerged += merged
    if (!trades) return 0
    counts.tradesSkipped += trades.skipped
    return trades.fresh ? 0 : trades.skipped + trades.values.length / tradeWidth
  }

  #wake(): void {
    if (this.#cancelTimer || !this.way.free) return
    const { clock, interval } = this.ports
    const wait = Math.max(0, this.#builtAt + Math.max(minPause, interval()) - clock.monotonic())
    this.#cancelTimer = clock.later(wait, () => {
      this.#cancelTimer = null
      this.way.send()
    })
  }

  /** Checks held-back updates at that time. */
  #rest(until: number, now: number): void {
    if (until >= this.#restsUntil) return
    this.#cancelRest?.()
    this.#restsUntil = until
    this.#cancelRest = this.ports.clock.later(until - now, () => {
      this.#cancelRest = null
      this.#restsUntil = Infinity
      this.mark()
    })
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #stopTimers(): void {
    this.#stopTimer()
    this.#cancelRest?.()
    this.#cancelRest = null
    this.#restsUntil = Infinity
  }
}
