import { maxLevels } from '#shared/contract/market/markets'
import type { BookLevels, MarketFeed, MarketView } from '../../lib/markets'

/**
 * The levels of a market as they are, while somebody points at a step that merges them: only they cost what they cost.
 * They come with every frame, as the rows do.
 */
export class Unmerged {
  #view: MarketView | null = null
  #stop: (() => void) | null = null

  constructor(
    private readonly feed: MarketFeed,
    private readonly heard: () => void
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
    this.#stop = this.#view.onPaint(this.heard)
  }

  close(): void {
    this.#stop?.()
    this.#view?.dispose()
    this.#stop = this.#view = null
  }
}
