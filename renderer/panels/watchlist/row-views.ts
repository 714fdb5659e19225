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

  /** When the newest figures arrived, in milliseconds since the epoch. */
  get asOf(): number | null {
    const times = [...this.#views.values()].flatMap((view) => view.bookAsOf ?? view.tradesAsOf ?? [])
    return times.length > 0 ? Math.max(...times) : null
  }

  /** Null if nothing is subscribed. */
  of(market: string): MarketView | null {
    return this.#views.get(market) ?? null
  }
}
