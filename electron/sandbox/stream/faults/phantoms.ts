import type { BookMessage } from '../../market/messages'
import type { Distorted } from './distorted'

/** A bid so many levels inside the asks stays crossed for a good while. */
const levelsInside = 4

/**
 * A bid that does not exist, above the best ask. Once for each market while the scenario is on: whoever
 * subscribes anew gets the true book and keeps it.
 */
export class Phantoms {
  readonly #prices = new Map<string, string>()

  constructor(
    private readonly connection: Distorted,
    private readonly send: (message: BookMessage) => void
  ) {}

  get empty(): boolean {
    return this.#prices.size === 0
  }

  cross(market: string): void {
    if (!this.connection.on('crossed-book', market) || this.#prices.has(market)) return
    const truth = this.connection.snapshot(market)
    if (!truth) return
    const { price, amount } = truth.asks[levelsInside]!
    this.#prices.set(market, price)
    this.send({ ...truth, type: 'UPDATE', bids: [{ price, amount }], asks: [] })
  }

  /** Takes back what the scenario no longer covers, by telling what rests at that price in truth. */
  heal(): void {
    for (const [market, price] of this.#prices) {
      if (this.connection.on('crossed-book', market)) continue
      this.#prices.delete(market)
      const truth = this.connection.snapshot(market)
      if (!truth || !this.connection.subscribed('book', market)) continue
      const amount = truth.bids.find((level) => level.price === price)?.amount ?? '0'
      this.send({ ...truth, type: 'UPDATE', bids: [{ price, amount }], asks: [] })
    }
  }
}
