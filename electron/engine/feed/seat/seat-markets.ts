import { Emitter } from '#shared/domain/base/emitter'
import { feedText } from '#shared/messages/feed'
import type { LiveMarket } from '../../market/types'
import type { RecordedHub } from '../../recording/replay/recorded-hub'
import type { FeedFollower } from './follower'

/** The markets of a hub as a seat shows them: none is live while the feed is not. */
export class SeatMarkets {
  readonly #markets = new Map<string, SeatMarket>()
  readonly #changed = new Emitter<LiveMarket>()
  readonly onChange = this.#changed.on
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
    return this.hub.markets.map((market) => this.#shown(market))
  }

  market(name: string): LiveMarket | undefined {
    const market = this.hub.market(name)
    return market && this.#shown(market)
  }

  dispose(): void {
    for (const stop of this.#stop) stop()
    this.#changed.dispose()
  }

  #shown(inner: LiveMarket): SeatMarket {
    const known = this.#markets.get(inner.name)
    if (known?.inner === inner) return known
    const market = new SeatMarket(inner, this.follower)
    this.#markets.set(inner.name, market)
    return market
  }
}

class SeatMarket implements LiveMarket {
  constructor(
    readonly inner: LiveMarket,
    private readonly follower: FeedFollower
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
    return this.inner.bookAt
  }

  get tradeAt() {
    return this.inner.tradeAt
  }

  get version() {
    return this.inner.version
  }
}
