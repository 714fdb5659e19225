import type { Listing } from './listing'
import type { Random } from '#sandbox/market/random'
import { Side } from './side'

/** In units of the last digit. */
export type Change = readonly [price: number, amount: number]

export interface Changes {
  readonly bids: readonly Change[]
  readonly asks: readonly Change[]
}

const max = 10
const typical = 3.6
/** The share of far levels, as in real books. */
const farAway = 0.01

/** A random walk of the fair price with makers following. */
export class Market {
  readonly bids = new Side(-1)
  readonly asks = new Side(1)
  #fair: number

  constructor(
    readonly listing: Listing,
    private readonly levels: number,
    private readonly random: Random
  ) {
    this.#fair = listing.price
    for (const side of [this.bids, this.asks]) {
      let price = this.#fair + side.sign
      for (let rank = 0; rank < levels; rank += 1) {
        side.set(random.chance(farAway) ? this.#farPrice(side) : price, this.#amount())
        price += side.sign * (1 + (random.chance(0.3) ? random.below(3) : 0))
      }
    }
  }

  snapshot(): Changes {
    const all = ({ prices, amounts }: Side) => prices.map((price): Change => [price, amounts.get(price)!])
    return { bids: all(this.bids), asks: all(this.asks) }
  }

  update(): Changes {
    const { random } = this
    const count = Math.min(max, 1 + Math.floor(random.exponential(typical)))
    const changed = { bids: new Map<number, number>(), asks: new Map<number, number>() }
    for (let change = 0; change < count; change += 1) {
      const asked = random.chance(0.5)
      const [price, amount] = this.#change(asked ? this.asks : this.bids)
      changed[asked ? 'asks' : 'bids'].set(price, amount)
    }
    return { bids: [...changed.bids], asks: [...changed.asks] }
  }

  /** The level's update follows separately. */
  trade(): Change {
    const side = this.random.chance(0.5) ? this.asks : this.bids
    return [side.best, Math.max(1, Math.floor(this.random.exponential(this.listing.amount / 4)))]
  }

  #change(side: Side): Change {
    const { random } = this
    if (random.chance(0.1)) this.#fair += random.chance(0.5) ? 1 : -1
    const change = this.#next(side)
    side.set(...change)
    return change
  }

  #next(side: Side): Change {
    const { random } = this
    const count = side.prices.length
    // Orders on the wrong side are filled or cancelled.
    if (count > 1 && (side.best - this.#fair) * side.sign <= 0) return [side.best, 0]
    const wanted = random.fraction()
    if (count > 0 && wanted < 0.6) return [side.prices[side.someRank(random)]!, this.#amount()]
    // Balances the number of levels.
    const leave = random.fraction() * 2 < count / this.levels
    if (count > 1 && leave) return [side.prices[side.someRank(random)]!, 0]
    return [this.#newPrice(side), this.#amount()]
  }

  /** Never crosses. */
  #newPrice(side: Side): number {
    const other = side === this.asks ? this.bids : this.asks
    const reach = Math.floor(this.random.exponential(this.random.chance(0.6) ? 8 : this.levels * 0.5))
    const wanted = this.random.chance(farAway / 2)
      ? this.#farPrice(side)
      : this.#fair + side.sign * (1 + reach)
    const crosses = other.prices.length > 0 && (wanted - other.best) * side.sign <= 0
    return Math.max(1, crosses ? other.best + side.sign : wanted)
  }

  #farPrice(side: Side): number {
    return Math.round(this.#fair * (1 + side.sign * (0.1 + 0.8 * this.random.fraction())))
  }

  #amount(): number {
    return Math.max(1, Math.round(this.random.exponential(this.listing.amount)))
  }
}
