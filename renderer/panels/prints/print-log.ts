import { maxTrades } from '#shared/contract/market/markets'
import type { PrintsSettings } from '#shared/contract/market/panels/prints'
import type { MarketSubscription, MarketView } from '../../lib/markets'
import type { TradeRow } from '../../lib/tape/trade-row'
import { repaintPause, Throttle } from '../../lib/throttle'
import { MarketPrints } from './market-prints'

export interface LargePrint {
  readonly market: string
  readonly row: TradeRow
}

type PrintsView = Pick<MarketView, 'trades' | 'candles' | 'tradesAsOf' | 'onNews' | 'onPaint' | 'dispose'>

interface Followed {
  readonly view: PrintsView
  prints: MarketPrints
}

/** Milliseconds between updates of a market. */
const pace = 200
const maxListed = 300

/** The large prints of several markets. */
export class PrintLog {
  /** The newest first. */
  all: readonly LargePrint[] = []
  readonly #markets = new Map<string, Followed>()
  #settings: PrintsSettings
  readonly #read = new Throttle(() => this.#take(false), repaintPause)

  constructor(
    private readonly feed: { open(subscription: MarketSubscription): PrintsView },
    settings: PrintsSettings,
    private readonly changed: () => void = () => {}
  ) {
    this.#settings = settings
  }

  follow(markets: readonly string[]): void {
    for (const [market, { view }] of this.#markets) {
      if (markets.includes(market)) continue
      view.dispose()
      this.#markets.delete(market)
    }
    for (const market of markets) if (!this.#markets.has(market)) this.#open(market)
    this.#take(true)
  }

  /** Trades that the markets' tapes no longer have are not listed again. */
  set(settings: PrintsSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return
    this.#settings = settings
    for (const followed of this.#markets.values()) followed.prints = new MarketPrints(settings)
    this.#take(true)
  }

  /** When the newest trade arrived, in milliseconds since the epoch. */
  get asOf(): number | null {
    const times = [...this.#markets.values()].flatMap(({ view }) => view.tradesAsOf ?? [])
    return times.length > 0 ? Math.max(...times) : null
  }

  dispose(): void {
    this.#read.stop()
    for (const { view } of this.#markets.values()) view.dispose()
    this.#markets.clear()
  }

  #open(market: string): void {
    const view = this.feed.open({
      market,
      pace,
      parts: { book: null, trades: { max: maxTrades }, candles: null, statistics: false }
    })
    view.onNews(this.#read.call)
    view.onPaint(this.#read.call)
    this.#markets.set(market, { view, prints: new MarketPrints(this.#settings) })
  }

  #take(isOther: boolean): void {
    let isNew = isOther
    for (const { view, prints } of this.#markets.values()) if (prints.take(view)) isNew = true
    if (!isNew) return
    const all = [...this.#markets].flatMap(([market, { prints }]) =>
      Array.from(prints.rows, (row) => ({ market, row }))
    )
    this.all = all.sort(newestFirst).slice(0, maxListed)
    this.changed()
  }
}

const newestFirst = ({ row }: LargePrint, { row: other }: LargePrint) =>
  other.at - row.at || other.latest - row.latest
