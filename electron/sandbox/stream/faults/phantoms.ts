import type { MarketMessage } from '../../market/messages'
import type { Distorted } from './distorted'
import type { Held } from './held'

/** A bid this far inside the asks stays crossed for a while. */
const levelsInside = 4

/** A false bid above the best ask, once per market while active; a new subscription gets the true book. */
export class Phantoms implements Held {
  readonly #prices = new Map<string, string>()

  constructor(
    private readonly connection: Distorted,
    private readonly send: (message: MarketMessage) => void
  ) {}

  get empty(): boolean {
    return this.#prices.size === 0
  }

  updated(market: string): void {
    if (!this.connection.on('crossed-book', market) || this.#prices.has(market)) return
    const truth = this.connection.snapshot(market)
    if (!truth) return
    const { price, amount } = truth.asks[levelsInside]!
    this.#prices.set(market, price)
    this.send({ ...truth, type: 'UPDATE', bids: [{ price, amount }], asks: [] })
  }

  /** Corrects the bids that are no longer covered by the scenario. */
  scenarioChanged(): void {
    for (const [market, price] of this.#prices) {
      if (this.connection.on('crossed-book', market)) continue
      this.#prices.delete(market)
      const truth = this.connection.snapshot(market)
      if (!truth || !this.connection.subscribed('book', market)) continue
      const amount = truth.bids.find((level) => level.price === price)?.amount ?? '0'
      this.send({ ...truth, type: 'UPDATE', bids: [{ price, amount }], asks: [] })
    }
  }

  dispose(): void {
    this.#prices.clear()
  }
}
