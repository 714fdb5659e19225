import { Emitter } from '#shared/domain/base/emitter'
import { feedText } from '#shared/messages/feed'
import { systemClock } from '../../base/clock'
import type { LiveMarket, MarketHub } from '../../market/types'
import type { RecordedHub } from '../../recording/replay/recorded-hub'
import { AbsentMarket } from './absent-market'
import type { FeedFollower } from './follower'

/** The markets of a hub as a seat shows them: none is live while the feed is not. */
export class SeatMarkets implements MarketHub {
  readonly #markets = new Map<string, SeatMarket>()
  /** Wanted, but not in the feed until now; with the number of holders. */
  readonly #absent = new Map<string, { readonly market: AbsentMarket; holders: number }>()
  readonly #changed = new Emitter<LiveMarket>()
  readonly onChange = this.#changed.on
  readonly #held = new Emitter()
  /** Another market is wanted. */
  readonly onHold = this.#held.on
  readonly #stop: readonly (() => void)[]

  constructor(
    private readonly hub: RecordedHub,
    private readonly follower: FeedFollower
  ) {
    this.#stop = [
      hub.onChange((market) => this.#changed.fire(this.#shown(market))),
      follower.onChange(() => {
        for (const market of this.markets) this.#changed.fire(market)
      })
    ]
  }

  get markets(): readonly LiveMarket[] {
    const absent = this.isKnown ? [...this.#absent.values()].map(({ market }) => market) : []
    return [
      ...this.hub.markets.map((market) => this.#shown(market)),
      ...absent.filter(({ name }) => !this.hub.market(name))
    ]
  }

  /** Which markets the feed has. */
  get isKnown(): boolean {
    return this.follower.position !== null
  }

  market(name: string): LiveMarket | undefined {
    const market = this.hub.market(name)
    if (market) return this.#shown(market)
    return this.isKnown ? this.#absent.get(name)?.market : undefined
  }

  /** The names of those that are wanted. */
  get held(): readonly string[] {
    return [...this.#absent.keys()]
  }

  /** The collector decides which markets the feed has. */
  hold(name: string): () => void {
    const held = this.#absent.get(name) ?? { market: new AbsentMarket(name, systemClock.wall()), holders: 0 }
    this.#absent.set(name, held)
    held.holders += 1
    if (held.holders === 1) this.#held.fire()
    this.#changed.fire(this.market(name) ?? held.market)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      held.holders -= 1
      if (held.holders === 0) this.#absent.delete(name)
    }
  }

  dispose(): void {
    for (const stop of this.#stop) stop()
    this.#changed.dispose()
    this.#held.dispose()
  }

  #shown(inner: LiveMarket): SeatMarket {
    const known = this.#markets.get(inner.name)
    if (known?.inner === inner) return known
    const market = new SeatMarket(inner, this.follower, this.hub)
    this.#markets.set(inner.name, market)
    return market
  }
}

class SeatMarket implements LiveMarket {
  constructor(
    readonly inner: LiveMarket,
    private readonly follower: FeedFollower,
    private readonly hub: Pick<RecordedHub, 'clock'>
  ) {}

  get state() {
    const { state } = this.inner
    if (state !== 'live' || this.follower.state === 'live') return state
    return this.follower.state === 'rebuilding' ? 'rebuilding' : 'stale'
  }

  get since() {
    const { inner, follower } = this
    return this.state === inner.state ? inner.since : follower.since
  }

  get reason() {
    const { inner, follower } = this
    return this.state === inner.state ? inner.reason : feedText.states[follower.state]
  }

  get name() {
    return this.inner.name
  }

  get book() {
    return this.inner.book
  }

  get tape() {
    return this.inner.tape
  }

  get candles() {
    return this.inner.candles
  }

  get statistics() {
    return this.inner.statistics
  }

  get heat() {
    return this.inner.heat
  }

  get crossed() {
    return this.inner.crossed
  }

  get bookAt() {
    return this.#onThisClock(this.inner.bookAt)
  }

  get tradeAt() {
    return this.#onThisClock(this.inner.tradeAt)
  }

  get version() {
    return this.inner.version
  }

  /** The leader's clock began at another time. It stops while nothing comes, so ages count from the last message. */
  #onThisClock(at: number | null): number | null {
    const { hub, follower } = this
    return at === null ? null : follower.advancedAt - (hub.clock.monotonic() - at)
  }
}
