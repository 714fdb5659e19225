import type { ChartSettings } from '#shared/contract/market/panels/chart'
import { marketStatusText } from '#shared/messages/market-status'
import type { MarketView } from '../../../lib/markets'
import type { ChartDrawing } from '../drawing'
import type { ChartModel } from '../model'

interface Sources {
  readonly view: Pick<MarketView, 'market'>
  readonly settings: () => ChartSettings
  /** Of the other market. */
  readonly other: () => Pick<
    MarketView,
    'market' | 'candles' | 'loadOlderCandles' | 'state' | 'problem'
  > | null
  readonly model: ChartModel
  /** More was read. */
  readonly changed: () => void
}

/** Milliseconds without requests after one that failed. */
const pauseAfterFailure = 5000

const { words } = marketStatusText
const refusalOf = ({ state, problem }: Pick<MarketView, 'state' | 'problem'>) =>
  problem ? words.unavailable : state === 'refused' ? words.declined : null

/** The second market of one chart. */
export class ChartComparison {
  #isLoading = false
  #nextAt = -Infinity

  constructor(private readonly sources: Sources) {}

  follow({ chart }: ChartDrawing): void {
    const { view, settings, other, model } = this.sources
    const market = other()
    const visible = chart.timeScale().getVisibleLogicalRange()
    const since = Math.max(0, Math.floor(visible?.from ?? 0))
    model.compared = market && {
      own: view.market,
      other: market.market,
      compareAs: settings().compareAs,
      since,
      refusal: refusalOf(market)
    }
    const start = model.slots.all[since]?.start
    const candles = market?.candles
    const oldest = candles?.all[0]?.start
    const isMissing =
      start !== undefined && oldest !== undefined && start < oldest && candles?.olderEnd !== null
    if (market && isMissing && !this.#isLoading && performance.now() >= this.#nextAt) void this.#load(market)
  }

  async #load(market: Pick<MarketView, 'loadOlderCandles'>): Promise<void> {
    this.#isLoading = true
    const isLoaded = await market.loadOlderCandles().catch(() => false)
    this.#isLoading = false
    if (!isLoaded) this.#nextAt = performance.now() + pauseAfterFailure
    this.sources.changed()
  }
}
