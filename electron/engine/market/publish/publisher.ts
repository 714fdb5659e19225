import { fail } from '#shared/domain/base/problem'
import { maxInterests, type MarketInterest } from '#shared/contract/market/markets'
import type { MarketFrame } from '#shared/contract/market/market-news'
import type { Clock } from '../../base/clock'
import type { LiveMarket, MarketHub } from '../types'
import type { PublishCounts } from './counts'
import { Interest } from './interest'
import { LastFigures } from './last-figures'
import { PublishedWindow, type FeedWay } from './window'
import { marketText } from '#shared/messages/market'

/** The data that windows draw from. */
export type PublishedHub = Pick<MarketHub, 'hold' | 'market' | 'onChange'>

export interface PublisherPorts {
  /** For the pace of frames. */
  readonly clock: Clock
  /** For ages and times of the data; the same by default. */
  readonly dataClock?: Pick<Clock, 'monotonic' | 'wall'>
  /** Whether figures of a market that the hub does not have are cleared; they stay by default. */
  readonly clearsUnknown?: boolean
  /** The data's time by default. */
  readonly serviceNow?: () => number
  readonly painted?: (milliseconds: number) => void
  readonly queue?: (depth: number) => void
  /** The minimum time between two frames of a window; by default one per drawn frame. */
  readonly interval?: () => number
}

/** The figures of the last 24 hours change without trades. */
const pulseMilliseconds = 10_000

/**
 * The hub marks changes, and a window that is ready gets the latest state of what it draws. A market is requested
 * from the hub once for all windows.
 */
export class Publisher {
  readonly counts: PublishCounts = { framesSent: 0, levelsMerged: 0, tradesSkipped: 0 }
  readonly #windows = new Map<string, PublishedWindow>()
  readonly #holds = new Map<string, () => void>()
  /** Visible windows by market, for one lookup per message. */
  #viewers = new Map<string, readonly PublishedWindow[]>()
  #hub: PublishedHub | null = null
  #unsubscribe: (() => void) | null = null
  #stopPulse: (() => void) | null = null

  constructor(
    private readonly ports: PublisherPorts,
    readonly last = new LastFigures()
  ) {}

  /** The service whose figures may be shown from now on. */
  show(source: string): void {
    if (source === this.last.source) return
    this.last.use(source)
    for (const window of this.#windows.values()) window.drop()
  }

  /** Also those on screen, unless the hub has newer ones. */
  clearLast(): void {
    this.last.clear()
    if (!this.#hub) for (const window of this.#windows.values()) window.drop()
  }

  use(hub: PublishedHub | null): void {
    if (hub === this.#hub) return
    this.keepLast()
    this.#unsubscribe?.()
    for (const release of this.#holds.values()) release()
    this.#holds.clear()
    this.#hub = hub
    this.#unsubscribe = hub?.onChange((market) => this.#mark(market)) ?? null
    this.#recompute()
    for (const window of this.#windows.values()) window.refresh()
  }

  /** The page is ready for frames; requests of an earlier page end. */
  open(windowId: string, way: FeedWay, visible: boolean): void {
    this.close(windowId)
    const { clock, dataClock = clock, painted = noop, queue = noop, interval = () => 0 } = this.ports
    const { serviceNow = () => dataClock.wall(), clearsUnknown = false } = this.ports
    const market = (name: string) => this.#hub?.market(name)
    const { counts, last } = this
    const shared = { clock, dataClock, serviceNow, clearsUnknown }
    const ports = { ...shared, painted, queue, interval, counts, market, last }
    this.#windows.set(windowId, new PublishedWindow(way, visible, ports))
  }

  /** For the next start. */
  keepLast(): void {
    for (const window of this.#windows.values()) window.keepLast()
  }

  close(windowId: string): void {
    const window = this.#windows.get(windowId)
    if (!window) return
    this.#windows.delete(windowId)
    window.dispose()
    this.#recompute()
  }

  setVisible(windowId: string, visible: boolean): void {
    const window = this.#windows.get(windowId)
    if (!window || window.visible === visible) return
    window.visible = visible
    this.#recompute()
  }

  subscribe(windowId: string, request: MarketInterest): void {
    const window = this.#windows.get(windowId)
    if (!window) throw fail('markets.window-gone', marketText.panels.windowClosing)
    const { interests } = window
    if (!interests.has(request.id) && interests.size >= maxInterests)
      throw fail('markets.too-many', marketText.panels.tooMany(maxInterests))
    interests.set(request.id, new Interest(request))
    this.#recompute()
    window.mark()
  }

  unsubscribe(windowId: string, id: number): void {
    if (this.#windows.get(windowId)?.interests.delete(id)) this.#recompute()
  }

  /** A visible window draws a market. */
  get seen(): boolean {
    return this.#viewers.size > 0
  }

  nextFrame(windowId: string): MarketFrame | null {
    return this.#windows.get(windowId)?.nextFrame() ?? null
  }

  drawn(windowId: string): void {
    this.#windows.get(windowId)?.drawn()
  }

  dispose(): void {
    for (const windowId of [...this.#windows.keys()]) this.close(windowId)
    this.use(null)
  }

  #mark(market: LiveMarket): void {
    const viewers = this.#viewers.get(market.name)
    if (viewers === undefined) return
    for (const window of viewers) window.mark()
  }

  /** Requests from the hub what any window draws, and marks only visible windows. */
  #recompute(): void {
    const wanted = new Set<string>()
    const viewers = new Map<string, PublishedWindow[]>()
    let pulse = false
    for (const window of this.#windows.values()) {
      const names = new Set([...window.interests.values()].map(({ request }) => request.market))
      for (const name of names) {
        wanted.add(name)
        if (window.visible) viewers.set(name, [...(viewers.get(name) ?? []), window])
      }
      pulse ||= window.visible && [...window.interests.values()].some((one) => one.movesWithTime)
    }
    this.#viewers = viewers
    this.#hold(wanted)
    this.#setPulse(pulse)
  }

  #hold(wanted: ReadonlySet<string>): void {
    for (const name of wanted) {
      if (this.#hub && !this.#holds.has(name)) this.#holds.set(name, this.#hub.hold(name, true))
    }
    for (const [name, release] of [...this.#holds]) {
      if (wanted.has(name)) continue
      this.#holds.delete(name)
      release()
    }
  }

  #setPulse(wanted: boolean): void {
    if (!wanted) {
      this.#stopPulse?.()
      this.#stopPulse = null
      return
    }
    this.#stopPulse ??= this.ports.clock.later(pulseMilliseconds, () => {
      this.#stopPulse = null
      for (const window of this.#windows.values()) window.mark()
      this.#setPulse(true)
    })
  }
}

const noop = () => {}
