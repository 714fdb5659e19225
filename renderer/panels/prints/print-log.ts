import { maxTrades } from '#shared/contract/market/markets'
import type { PrintsSettings } from '#shared/contract/market/panels/prints'
import type { MarketSubscription, MarketView } from '../../lib/markets'
import type { TradeRow } from '../../lib/tape/trade-row'
import { repaintPause, Throttle } from '../../lib/throttle'
import { gapsOfAll, type PrintGap } from './gaps'
import { MarketPrints } from './market-prints'

export interface LargePrint {
  readonly kind: 'print'
  readonly market: string
  readonly row: TradeRow
}

interface OfMarkets {
  readonly markets: readonly string[]
  readonly isAll: boolean
}

/** Before this time, not all prints of these markets are listed. */
interface Cut extends OfMarkets {
  readonly kind: 'cut'
  readonly from: number
}

/** A print, a time without a recording, or the end of a market's prints. */
export type PrintsEntry = LargePrint | Cut | ({ readonly kind: 'gap' } & OfMarkets & PrintGap)

type PrintsView = Pick<
  MarketView,
  'trades' | 'candles' | 'tradesAsOf' | 'readOlderTrades' | 'onNews' | 'onPaint' | 'dispose'
>

interface Followed {
  readonly view: PrintsView
  prints: MarketPrints
  /** The recorded times that were read last. */
  spans: Float64Array | null
}

/** Milliseconds between updates of a market. */
const pace = 200
const maxListed = 300

/** The large prints of several markets. */
export class PrintLog {
  /** The newest first. */
  all: readonly PrintsEntry[] = []
  readonly #markets = new Map<string, Followed>()
  #settings: PrintsSettings
  #isReading = false
  #isDisposed = false
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
    this.#isDisposed = true
    this.#read.stop()
    for (const { view } of this.#markets.values()) view.dispose()
    this.#markets.clear()
  }

  #open(market: string): void {
    const view = this.feed.open({
      market,
      pace,
      parts: {
        book: null,
        trades: { max: maxTrades },
        candles: { interval: '1d', max: 1 },
        statistics: false
      }
    })
    view.onNews(this.#read.call)
    view.onPaint(this.#read.call)
    this.#markets.set(market, { view, prints: new MarketPrints(this.#settings), spans: null })
  }

  #take(isOther: boolean): void {
    let isNew = isOther
    for (const followed of this.#markets.values()) {
      const { view, prints } = followed
      const spans = view.candles?.spans ?? null
      if (prints.take(view) || spans !== followed.spans) isNew = true
      followed.spans = spans
    }
    void this.#readPasts()
    if (!isNew) return
    const all = [...this.#markets]
      .flatMap(([market, { prints }]) =>
        Array.from(prints.rows, (row): LargePrint => ({ kind: 'print', market, row }))
      )
      .sort(newestFirst)
    const prints = all.slice(0, maxListed)
    const oldest = prints.at(-1)?.row.at ?? Infinity
    const isCut = all.length > maxListed
    this.all = withGaps(prints, [...this.#gaps(oldest), ...this.#cuts(isCut ? oldest : -Infinity)])
    this.changed()
  }

  #gaps(since: number): PrintsEntry[] {
    const markets = [...this.#markets].map(([market, { view }]) => ({ market, candles: view.candles }))
    return gapsOfAll(markets, since).map((gap) => ({
      kind: 'gap',
      isAll: gap.markets.length === markets.length,
      ...gap
    }))
  }

  /** Of all markets from here on, of some earlier. */
  #cuts(since: number): Cut[] {
    const markets = [...this.#markets.keys()]
    const cuts = [...this.#markets].flatMap(
      ([
        market,
        {
          prints: { listedSince }
        }
      ]): Cut[] =>
        listedSince === null || listedSince <= since
          ? []
          : [{ kind: 'cut', markets: [market], isAll: markets.length === 1, from: listedSince }]
    )
    return since === -Infinity ? cuts : [...cuts, { kind: 'cut', markets, isAll: true, from: since }]
  }

  /** One market after the other, so that the process that reads the recording has time for charts. */
  async #readPasts(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const next = () => [...this.#markets.values()].find(({ prints }) => prints.lacksPast)
    for (let market = next(); market && !this.#isDisposed; market = next())
      if ((await market.prints.readPast(market.view)) && !this.#isDisposed) this.#take(true)
    this.#isReading = false
  }
}

/** Each above the first older print. */
function withGaps(prints: readonly LargePrint[], gaps: PrintsEntry[]): readonly PrintsEntry[] {
  const all: PrintsEntry[] = [...prints, ...gaps]
  return gaps.length === 0 ? prints : all.sort((one, other) => endOf(other) - endOf(one))
}

function endOf(entry: PrintsEntry): number {
  if (entry.kind === 'print') return entry.row.at
  // Below the prints of this millisecond.
  return entry.kind === 'cut' ? entry.from - 0.5 : (entry.to ?? Infinity)
}

const newestFirst = ({ row }: LargePrint, { row: other }: LargePrint) =>
  other.at - row.at || other.latest - row.latest
