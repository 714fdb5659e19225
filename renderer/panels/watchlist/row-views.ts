import type { MarketView } from '../../lib/markets'

export class RowViews {
  readonly #views = new Map<string, MarketView>()

  /** While the row exists; the returned function ends it. */
  attach(market: string, view: MarketView): () => void {
    this.#views.set(market, view)
    return () => {
      if (this.#views.get(market) === view) this.#views.delete(market)
    }
  }

  /** Null if nothing is subscribed. */
  of(market: string): MarketView | null {
    return this.#views.get(market) ?? null
  }
}
