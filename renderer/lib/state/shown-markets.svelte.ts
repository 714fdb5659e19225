import type { WatchedMarket } from '#shared/contract/market/markets'
import type { MarketsStore } from './markets.svelte'
import type { ReplayStore } from './replay.svelte'

/** The markets that this window offers: the watchlist, or those recorded at the time of its replay. */
export class ShownMarkets {
  constructor(
    private readonly markets: Pick<MarketsStore, 'state'>,
    private readonly replay: Pick<ReplayStore, 'active' | 'markets'>
  ) {}

  /** In the user's order. A replay knows the state of a market only from its own data. */
  readonly listed: readonly WatchedMarket[] = $derived.by(() => {
    const { watched } = this.markets.state
    if (!this.replay.active) return watched
    const order = watched.map(({ market }) => market)
    const recorded = this.replay.markets ?? order
    return [
      ...order.filter((market) => recorded.includes(market)),
      ...recorded.filter((market) => !order.includes(market))
    ].map((market) => ({ market, state: 'idle', since: 0, reason: null }))
  })
  readonly suggestions: readonly string[] = $derived.by(() =>
    this.replay.active ? [] : this.markets.state.suggestions
  )
  /** Listed and suggested. */
  readonly known: readonly string[] = $derived.by(() => {
    const listed = this.listed.map(({ market }) => market)
    return [...listed, ...this.suggestions.filter((market) => !listed.includes(market))]
  })
}
