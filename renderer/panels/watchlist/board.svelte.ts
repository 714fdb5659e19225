import { watchlistText } from '../../messages/panels/watchlist'
import { untrack } from 'svelte'
import type { WatchedMarket } from '#shared/contract/market/markets'
import {
  watchlistSettings,
  type WatchColumn,
  type WatchlistSettings
} from '#shared/contract/market/panels/watchlist'
import type { Desk } from '../../lib/desk'
import type { PanelHost } from '../shell/panel-host.svelte'
import { DollarRates, rateMarkets } from './dollar-rates.svelte'
import { RepaintTick } from './repaint-tick'
import { fitColumns, type Fitted, type Rooms } from './columns'
import { moved, nextSorting, sortMarkets, type Sorting } from './order'
import { RowViews } from './row-views'
import { subscriptionFor } from './subscription'

export const headHeight = 25
const rowHeights = { normal: 26, dense: 20 } as const
/** Rows beyond the edge that are updated too, for scrolling. */
const margin = 8

/** The rows of a watchlist panel: order, visibility and selection. */
export class WatchBoard {
  readonly repaintTick = new RepaintTick()
  readonly views = new RowViews()
  readonly rates: DollarRates
  filter = $state('')
  /** The selected row; it keeps its position if the market is removed. */
  active = $state<string | null>(null)
  scrolled = $state(0)
  height = $state(0)
  width = $state(0)
  /** The row being dragged. */
  dragged = $state<string | null>(null)
  /** The row before which it is dropped, or null. */
  dropIndex = $state<number | null>(null)
  private rooms = $state.raw<Rooms>({})
  private sorted = $state.raw<readonly string[]>([])
  #showing = false
  #wanted: string | null = null

  constructor(
    readonly desk: Desk,
    readonly host: PanelHost
  ) {
    this.rates = new DollarRates(desk.marketFeed)
  }

  readonly settings: WatchlistSettings = $derived.by(() => this.host.settings(watchlistSettings))
  readonly sorting: Sorting | null = $derived(
    this.settings.sortBy && { by: this.settings.sortBy, descending: this.settings.descending }
  )
  readonly fitted: Fitted = $derived.by(() => {
    const market = Math.max(0, ...this.watched.map((row) => row.market.length))
    return fitColumns(this.width, this.settings.hidden, { ...this.rooms, market })
  })
  readonly rowHeight: number = $derived(rowHeights[this.settings.density])
  readonly watched: readonly WatchedMarket[] = $derived.by(() => this.desk.shownMarkets.listed)
  /** Why the list cannot be changed, or null. */
  readonly whyFixed: string | null = $derived.by(() =>
    this.desk.replay.active ? watchlistText.replayed.fixed : null
  )
  readonly rows: readonly WatchedMarket[] = $derived.by(() => {
    const wanted = this.filter.trim().toLowerCase()
    const rows = this.sorting ? inOrder(this.watched, this.sorted) : this.watched
    return wanted === '' ? rows : rows.filter(({ market }) => market.toLowerCase().includes(wanted))
  })
  /** The only tab stop. */
  readonly stop: string | null = $derived.by(() => {
    const has = (market: string | null) => this.rows.some((row) => row.market === market)
    if (has(this.active)) return this.active
    return has(this.host.market) ? this.host.market : (this.rows[0]?.market ?? null)
  })
  /** Markets whose prices the cost and depth of others need. */
  readonly rateMarkets: string = $derived.by(() => {
    const columns = [...this.fitted.columns, this.settings.sortBy]
    if (!columns.includes('cost') && !columns.includes('depth')) return ''
    const markets = this.watched.map(({ market }) => market)
    return rateMarkets(markets, this.desk.shownMarkets.known)
  })
  private readonly near = $derived.by(() => {
    if (this.height === 0) return { from: 0, to: Infinity }
    const from = Math.floor(this.scrolled / this.rowHeight) - margin
    return { from, to: from + Math.ceil(this.height / this.rowHeight) + 2 * margin }
  })

  subscriptionOf(market: string, index: number) {
    const seen = (index >= this.near.from && index <= this.near.to) || market === this.stop
    return subscriptionFor(market, {
      seen,
      columns: this.fitted.columns,
      trend: this.settings.trend,
      sorting: this.sorting,
      costSize: this.rates.sizeIn(market, this.settings.costSize)
    })
  }

  onlength = (column: WatchColumn, length: number): void => {
    const rooms = untrack(() => this.rooms)
    if (length > (rooms[column] ?? 0)) this.rooms = { ...rooms, [column]: length }
  }

  sort(column: WatchColumn): void {
    const next = nextSorting(this.sorting, column)
    void this.host.set({ sortBy: next?.by ?? null, descending: next?.descending ?? true })
  }

  /** Sorts by the current figures. */
  resort(): void {
    const { sorting, watched } = this
    if (!sorting) return
    const replayed = this.desk.replay.active
    const rows = watched.map(({ market, state }) => {
      const source = this.views.of(market)
      const rate = this.rates.of(market)
      return { market, state: replayed ? (source?.state ?? 'idle') : state, source, rate }
    })
    const order = sortMarkets(rows, sorting)
    const before = untrack(() => this.sorted)
    if (order.length !== before.length || order.some((market, at) => market !== before[at]))
      this.sorted = order
  }

  /** In the whole group. While one change is pending, only the last request follows. */
  show(market: string): void {
    this.active = market
    this.#wanted = market
    if (!this.#showing) void this.#showWanted()
  }

  async #showWanted(): Promise<void> {
    this.#showing = true
    while (this.#wanted !== null) {
      const market = this.#wanted
      this.#wanted = null
      if (market !== this.host.market) await this.host.show(market)
    }
    this.#showing = false
  }

  /** In the user's order. */
  move(market: string, by: number): void {
    const whyNot = this.whyFixed ?? (this.sorting && watchlistText.sort.noMoves)
    if (whyNot !== null) return this.desk.announcer.say(whyNot)
    const list = this.watched.map((row) => row.market)
    const position = list.indexOf(market) + by
    if (position < 0 || position >= list.length) return
    void this.arrange(moved(list, market, position))
    this.desk.announcer.say(`${market}, position ${position + 1} of ${list.length}`)
  }

  arrange(markets: readonly string[]): Promise<boolean> {
    return this.desk.attempt(() => this.desk.markets.arrange(markets))
  }

  /** Adds the market if it is not watched. */
  async drop(market: string, before: string | null): Promise<void> {
    const { desk } = this
    const known = this.watched.some((row) => row.market === market)
    if (!known && !(await desk.attempt(() => desk.markets.watch(market)))) return
    const list = this.watched.map((row) => row.market).filter((each) => each !== market)
    const position = before === null ? list.length : list.indexOf(before)
    if (!this.sorting && before !== market) await this.arrange(moved([...list, market], market, position))
  }

  /** Whether it was added. */
  add(market: string): Promise<boolean> {
    const { desk } = this
    return desk.attempt(async () => {
      await desk.markets.watch(market)
      desk.announcer.say(watchlistText.add.added(market))
    })
  }

  async remove(market: string): Promise<void> {
    const { desk } = this
    if (this.whyFixed !== null) return desk.announcer.say(this.whyFixed)
    const before = this.watched.map((row) => row.market)
    const at = this.rows.findIndex((row) => row.market === market)
    const next = this.rows[at + 1] ?? this.rows[at - 1]
    if (!(await desk.attempt(() => desk.markets.unwatch(market)))) return
    this.active = next?.market ?? null
    desk.toasts.show('information', watchlistText.remove.removed(market), null, {
      label: watchlistText.remove.undo,
      run: () =>
        desk.attempt(async () => {
          await desk.markets.watch(market)
          await desk.markets.arrange(before)
        })
    })
  }
}

/** New markets come last. */
function inOrder(watched: readonly WatchedMarket[], order: readonly string[]): readonly WatchedMarket[] {
  const places = new Map(order.map((market, position) => [market, position]))
  const positionOf = ({ market }: WatchedMarket) => places.get(market) ?? order.length
  return watched.toSorted((one, other) => positionOf(one) - positionOf(other))
}
