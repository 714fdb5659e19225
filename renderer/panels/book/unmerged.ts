import { maxLevels } from '#shared/contract/market/markets'
import type { BookLevels, MarketFeed, MarketView } from '../../lib/markets'

/** The unmerged levels, subscribed only while the pointer is on a merged step. */
export class Unmerged {
  #view: MarketView | null = null
  #stop: (() => void) | null = null

  constructor(
    private readonly feed: MarketFeed,
    private readonly listener: () => void
  ) {}

  get levels(): { readonly levels: BookLevels; readonly asked: number } | null {
    const levels = this.#view?.book
    return levels ? { levels, asked: maxLevels } : null
  }

  open(market: string, wanted: boolean): void {
    if (!wanted) return this.close()
    if (this.#view?.market === market) return
    this.close()
    const parts = {
      book: { levels: maxLevels, grouping: null },
      trades: null,
      candles: null,
      statistics: false
    }
    this.#view = this.feed.open({ market, parts })
    this.#stop = this.#view.onPaint(this.listener)
  }

  close(): void {
    this.#stop?.()
    this.#view?.dispose()
    this.#stop = this.#view = null
  }
}
