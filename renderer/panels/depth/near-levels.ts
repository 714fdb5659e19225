import { maxLevels } from '#shared/contract/market/markets'
import type { MarketFeed, MarketView } from '../../lib/markets'
import type { SentLevels } from './figures'

/** The chart's repaint rate. */
const pace = 100

/** Single levels near the mid while the pointer is on merged ones, for exact figures. */
export class NearLevels {
  #view: MarketView | null = null
  #stop: (() => void) | null = null

  constructor(
    private readonly feed: MarketFeed,
    private readonly changed: () => void
  ) {}

  get sent(): SentLevels | null {
    const book = this.#view?.book
    return book ? { book, levels: maxLevels, grouping: null } : null
  }

  /** Null if not needed. */
  want(market: string | null): void {
    if ((this.#view?.market ?? null) === market) return
    this.close()
    if (market === null) return
    const book = { levels: maxLevels, grouping: null }
    const parts = { book, trades: null, candles: null, statistics: false }
    const view = this.feed.open({ market, pace, parts })
    this.#view = view
    this.#stop = view.onPaint(this.changed)
  }

  close(): void {
    this.#stop?.()
    this.#view?.dispose()
    this.#view = this.#stop = null
  }
}
