import type { FeedFrame } from '#shared/contract/market/feed'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { Bridge } from '#shared/contract/index'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../client'
import type { FeedReceiver } from '../feed'
import type { MarketSubscription } from './subscription'
import { MarketView } from './view'

/** Where the figures of a window come from. */
type MarketSource = 'live' | 'replay'

type Calls = Pick<
  Bridge['call']['markets'],
  'subscribe' | 'unsubscribe' | 'olderCandles' | 'olderHeat' | 'olderTrades' | 'profile' | 'cancelProfile'
>

interface MarketFeedPorts {
  readonly calls: {
    readonly live: Calls & Pick<Bridge['call']['markets'], 'cancelOlder'>
    readonly replay: Calls
  }
  readonly feed: Pick<FeedReceiver, 'onFrame' | 'onPaint' | 'onPort' | 'onReplayFrame' | 'onReplayPort'>
  /** Monotonic milliseconds. */
  readonly now?: () => number
  /** Milliseconds since the epoch. */
  readonly wall?: () => number
}

/** A clock change must not make updates look old. */
const latest = 10_000

/** The markets that this window draws: subscribes to them where its figures come from, and passes each frame on. */
export class MarketFeed {
  readonly #views = new Map<number, MarketView>()
  readonly #ids = new Map<MarketView, number>()
  readonly #changed = new Set<MarketView>()
  readonly #now: () => number
  readonly #wall: () => number
  #source: MarketSource = 'live'
  readonly #ready = { live: false, replay: false }
  /** The replay's time, in milliseconds since the epoch: ages count by it. */
  #replayedAt = 0
  #lastId = 0
  #sawFigures: () => void = () => {}
  #sawLive: () => void = () => {}
  /** Resolves when figures of a market, live or not, have been drawn for the first time. */
  readonly firstFigures = new Promise<void>((saw) => (this.#sawFigures = saw))
  /** Resolves when figures of a live market have been drawn for the first time. */
  readonly firstLive = new Promise<void>((saw) => (this.#sawLive = saw))

  constructor(private readonly ports: MarketFeedPorts) {
    const { now = () => performance.now(), wall = () => Date.now() } = ports
    this.#now = () => (this.#source === 'live' ? now() : this.#replayedAt)
    this.#wall = () => (this.#source === 'live' ? wall() : this.#replayedAt)
  }

  start(): () => void {
    const { feed } = this.ports
    const stops = [
      feed.onFrame((frame) => this.#receive('live', frame)),
      feed.onReplayFrame((frame) => this.#receive('replay', frame)),
      feed.onPaint(() => this.#paint()),
      feed.onPort(() => this.#connected('live')),
      feed.onReplayPort(() => this.#connected('replay'))
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** All views at once, without any figure of the other source. */
  switchTo(source: MarketSource, replayedAt = 0): void {
    if (source === this.#source) return
    const before = [...this.#views]
    for (const [id] of before) this.#unsubscribe(id)
    if (source === 'live') this.#ready.replay = false
    this.#source = source
    this.#replayedAt = replayedAt
    for (const [, view] of before) {
      view.clear()
      this.#changed.delete(view)
      this.#ids.delete(view)
      this.#renew(view)
    }
  }

  /** Keeps the view up to date until `dispose`. */
  open(subscription: MarketSubscription): MarketView {
    const calls = () => this.ports.calls[this.#source]
    const view = new MarketView(subscription, {
      older: {
        candles: (request) => valueOf(calls().olderCandles(request)),
        heat: (request) => valueOf(calls().olderHeat(request)),
        trades: (request) => valueOf(calls().olderTrades(request))
      },
      // A replay reads from the disk, which is quick.
      cancelOlder: (request) => {
        if (this.#source === 'live')
          void valueOf(this.ports.calls.live.cancelOlder(request)).catch(() => null)
      },
      profile: (request) => valueOf(calls().profile(request)),
      cancelProfile: (request) => void valueOf(calls().cancelProfile(request)).catch(() => null),
      now: this.#now,
      wall: this.#wall,
      changed: (changed) => this.#renew(changed),
      dispose: (disposed) => this.#remove(disposed)
    })
    this.#renew(view)
    return view
  }

  /** The next subscription begins before the earlier one ends, so that main keeps the market. */
  #renew(view: MarketView): void {
    const earlier = this.#ids.get(view)
    const id = ++this.#lastId
    this.#ids.set(view, id)
    this.#views.set(id, view)
    this.#subscribe(id, view)
    if (earlier !== undefined) this.#unsubscribe(earlier)
  }

  #remove(view: MarketView): void {
    const id = this.#ids.get(view)
    this.#ids.delete(view)
    this.#changed.delete(view)
    if (id !== undefined) this.#unsubscribe(id)
  }

  /** Subscriptions do not survive a new port. */
  #connected(source: MarketSource): void {
    this.#ready[source] = true
    if (source !== this.#source) return
    for (const [id, view] of this.#views) this.#subscribe(id, view)
  }

  #subscribe(id: number, view: MarketView): void {
    if (!this.#ready[this.#source]) return
    const { subscribe } = this.ports.calls[this.#source]
    valueOf(subscribe({ id, ...view.subscription })).catch((thrown: unknown) => {
      if (this.#views.get(id) === view) view.refuse(toProblem(thrown))
    })
  }

  #unsubscribe(id: number): void {
    this.#views.delete(id)
    if (!this.#ready[this.#source]) return
    // It ends with the window or the replay at the latest, so a failure can be ignored.
    this.ports.calls[this.#source].unsubscribe({ id }).catch(() => {})
  }

  #receive(source: MarketSource, { markets, replay }: FeedFrame): void {
    if (source !== this.#source) return
    if (replay) this.#replayedAt = replay.at
    if (!markets) return
    const { builtAt, news } = readMarketFrame(markets)
    const late = source === 'live' ? Math.min(Math.max(0, this.#wall() - builtAt), latest) : 0
    for (const one of news) {
      const view = this.#views.get(one.interest)
      if (!view) continue
      view.apply(one, late)
      this.#changed.add(view)
    }
  }

  #paint(): void {
    const views = [...this.#changed]
    this.#changed.clear()
    for (const view of views) view.paint()
    const filled = views.filter(({ received, book, candles }) => received && (book || candles))
    if (filled.length > 0) this.#sawFigures()
    if (this.#source === 'live' && filled.some(({ state }) => state === 'live')) this.#sawLive()
  }
}
