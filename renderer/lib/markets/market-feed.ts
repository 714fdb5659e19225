import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { Bridge } from '#shared/contract/index'
import { toProblem } from '#shared/domain/base/problem'
import { valueOf } from '../client'
import type { FeedReceiver } from '../feed'
import { MarketView, type MarketSubscription } from './view'

interface MarketFeedPorts {
  readonly calls: Pick<Bridge['call']['markets'], 'subscribe' | 'unsubscribe'>
  readonly feed: Pick<FeedReceiver, 'onFrame' | 'onPaint' | 'onPort'>
  /** Monotonic milliseconds. */
  readonly now?: () => number
  /** Milliseconds since the epoch. */
  readonly wall?: () => number
}

/** A clock change must not make updates look old. */
const latest = 10_000

/** The markets that this window draws: subscribes to them in main and passes each frame on. */
export class MarketFeed {
  readonly #views = new Map<number, MarketView>()
  readonly #ids = new Map<MarketView, number>()
  readonly #changed = new Set<MarketView>()
  readonly #now: () => number
  readonly #wall: () => number
  #lastId = 0
  #ready = false
  #sawFigures: () => void = () => {}
  #sawLive: () => void = () => {}
  /** Resolves when figures of a market, live or not, have been drawn for the first time. */
  readonly firstFigures = new Promise<void>((saw) => (this.#sawFigures = saw))
  /** Resolves when figures of a live market have been drawn for the first time. */
  readonly firstLive = new Promise<void>((saw) => (this.#sawLive = saw))

  constructor(private readonly ports: MarketFeedPorts) {
    this.#now = ports.now ?? (() => performance.now())
    this.#wall = ports.wall ?? (() => Date.now())
  }

  start(): () => void {
    const { feed } = this.ports
    const stops = [
      feed.onFrame(({ markets }) => {
        if (markets) this.#receive(readMarketFrame(markets))
      }),
      feed.onPaint(() => this.#paint()),
      feed.onPort(() => this.#connected())
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Keeps the view up to date until `dispose`. */
  open(subscription: MarketSubscription): MarketView {
    const view = new MarketView(subscription, {
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
  #connected(): void {
    this.#ready = true
    for (const [id, view] of this.#views) this.#subscribe(id, view)
  }

  #subscribe(id: number, view: MarketView): void {
    if (!this.#ready) return
    valueOf(this.ports.calls.subscribe({ id, ...view.subscription })).catch((thrown: unknown) => {
      if (this.#views.get(id) === view) view.refuse(toProblem(thrown))
    })
  }

  #unsubscribe(id: number): void {
    this.#views.delete(id)
    // Main ends it with the window at the latest, so a failure can be ignored.
    if (this.#ready) this.ports.calls.unsubscribe({ id }).catch(() => {})
  }

  #receive({ builtAt, news }: ReturnType<typeof readMarketFrame>): void {
    const late = Math.min(Math.max(0, this.#wall() - builtAt), latest)
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
    if (filled.some(({ state }) => state === 'live')) this.#sawLive()
  }
}
