import type { MarketView } from '../../lib/markets'

export class RowViews {
  readonly #views = new Map<string, MarketView>()

  /** For as long as the row lives; the returned function ends it. */
  attach(market: string, view: MarketView): () => void {
    this.#views.set(market, view)
    return () => {
      if (this.#views.get(market) === view) this.#views.delete(market)
    }
  }

  /** Null where nothing of the market is asked for. */
  of(market: string): MarketView | null {
    return this.#views.get(market) ?? null
  }
}
