import { localSandboxId } from '#shared/contract/connection/connections'
import type { SizePreset, SizePresets, WatchedMarket } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { checkSymbol } from './symbol'
import type { LiveMarket, MarketHub } from './types'
import type { WatchLists } from './watch-list'
import { marketText } from '#shared/messages/market'

interface WatchingPorts {
  readonly lists: WatchLists
  /** Empty while it is not running. */
  readonly localMarkets: () => readonly string[]
  /** The list or the state of a market changed. */
  readonly changed: () => void
}

const firstOnes = 12

/** Holds the watchlist of the connection in use, so that candles and figures continue without a window. */
export class Watching {
  #hub: MarketHub | null = null
  #profileId: string | null = null
  /** Of the connection in use or being established. */
  #listed: string | null = null
  #unsubscribe: (() => void) | null = null
  readonly #holds = new Map<string, () => void>()
  readonly #known = new Map<string, WatchedMarket>()

  constructor(private readonly ports: WatchingPorts) {}

  /** The list is that of this profile from now on. */
  show(profileId: string | null): void {
    if (profileId === this.#listed) return
    this.#listed = profileId
    this.update()
    this.ports.changed()
  }

  use(connection: { readonly profileId: string; readonly hub: MarketHub } | null): void {
    if (connection?.hub === this.#hub) return
    this.#unsubscribe?.()
    this.#release()
    this.#hub = connection?.hub ?? null
    this.#profileId = connection?.profileId ?? null
    if (this.#profileId !== null) this.#listed = this.#profileId
    this.#unsubscribe = connection?.hub.onChange((market) => this.#marketChanged(market)) ?? null
    this.update()
    this.ports.changed()
  }

  get watched(): readonly WatchedMarket[] {
    return this.#list().map((market) => stateOf(market, this.#hub?.market(market)))
  }

  /** The watchlist first. */
  get markets(): readonly WatchedMarket[] {
    const { watched } = this
    const listed = new Set(watched.map(({ market }) => market))
    const others = (this.#hub?.markets ?? []).filter(({ name }) => !listed.has(name))
    return [...watched, ...others.map((market) => stateOf(market.name, market))]
  }

  get suggestions(): readonly string[] {
    const id = this.#listed
    if (id === null) return []
    const local = id === localSandboxId ? this.ports.localMarkets() : []
    return local.length > 0 ? local : this.ports.lists.seen(id)
  }

  get sizePresets(): SizePresets {
    return this.#listed === null ? {} : this.ports.lists.sizePresets(this.#listed)
  }

  async watch(typed: string): Promise<void> {
    const market = checkSymbol(typed)
    await this.ports.lists.watch(this.#connected(), market)
  }

  async unwatch(market: string): Promise<void> {
    await this.ports.lists.unwatch(this.#connected(), market.trim())
  }

  async arrange(markets: readonly string[]): Promise<void> {
    await this.ports.lists.arrange(this.#connected(), markets)
  }

  async setSizePresets(typed: string, presets: readonly SizePreset[]): Promise<void> {
    const market = checkSymbol(typed)
    await this.ports.lists.setSizePresets(this.#connected(), market, presets)
  }

  update(): void {
    const id = this.#listed
    if (id === localSandboxId && !this.ports.lists.has(id)) {
      const markets = this.ports.localMarkets()
      // The change calls this again.
      if (markets.length > 0) return void this.ports.lists.begin(id, markets.slice(0, firstOnes))
    }
    const wanted = new Set(this.#list())
    for (const market of wanted) {
      if (this.#hub && !this.#holds.has(market)) this.#holds.set(market, this.#hub.hold(market))
    }
    for (const [market, release] of [...this.#holds]) {
      if (wanted.has(market)) continue
      this.#holds.delete(market)
      this.#known.delete(market)
      release()
    }
  }

  dispose(): void {
    this.use(null)
  }

  #list(): readonly string[] {
    return this.#listed === null ? [] : this.ports.lists.watched(this.#listed)
  }

  #connected(): string {
    if (this.#listed === null) throw fail('market.not-connected', marketText.watchlist.notConnected)
    return this.#listed
  }

  #release(): void {
    for (const release of this.#holds.values()) release()
    this.#holds.clear()
    this.#known.clear()
  }

  /** Called for every message; only state changes matter. */
  #marketChanged(market: LiveMarket): void {
    const known = this.#known.get(market.name)
    if (
      known !== undefined &&
      known.state === market.state &&
      known.since === market.since &&
      known.reason === market.reason
    ) {
      return
    }
    this.#known.set(market.name, stateOf(market.name, market))
    if (market.state === 'live' && this.#profileId !== null)
      void this.ports.lists.noteSeen(this.#profileId, market.name)
    this.ports.changed()
  }
}

const stateOf = (market: string, live: LiveMarket | undefined): WatchedMarket => ({
  market,
  state: live?.state ?? 'idle',
  since: live?.since ?? 0,
  reason: live?.reason ?? null
})
