import type { SeededRandom } from '../chaos/random'
import { shortest } from './spelling'

export interface MarketPlan {
  readonly name: string
  readonly priceDigits: number
  readonly amountDigits: number
  /** In units of the last digit. */
  readonly middle: bigint
  readonly tick: bigint
  readonly levels: number
}

const plan = (
  name: string,
  priceDigits: number,
  middle: bigint,
  tick = 1n,
  levels = 40,
  amountDigits = 8
) => ({
  name,
  priceDigits,
  amountDigits,
  middle,
  tick,
  levels
})

export const marketPlans: readonly MarketPlan[] = [
  plan('BTCUSD', 2, 6_512_345n),
  plan('ETHUSD', 2, 250_125n, 5n),
  plan('USDPUSD', 4, 10_000n),
  plan('DOGEUSD', 5, 12_345n, 1n, 30, 0),
  plan('XLMUSD', 7, 1_234_567n, 1n, 20, 7),
  plan('ETHBTC', 8, 3_841_000n, 1000n),
  plan('WEIUSD', 18, 2_500_000_000_000_000_123n, 100_000_000_000n, 25, 18),
  plan('AVAX/USD', 2, 3120n),
  /** Starts empty. */
  plan('NEWUSD', 2, 1000n, 1n, 0)
]

export type Side = 'bids' | 'asks'

export interface Level {
  readonly price: string
  readonly amount: string
}

export interface Trade extends Level {
  /** Nanoseconds since the epoch. */
  readonly executedAt: bigint
}

export interface Change {
  readonly market: string
  readonly time: bigint
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly trades: readonly Trade[]
}

/** The truth of one market. */
export class Market {
  readonly #sides = { bids: new Map<bigint, bigint>(), asks: new Map<bigint, bigint>() }
  readonly trades: Trade[] = []
  time: bigint

  constructor(
    readonly plan: MarketPlan,
    private readonly random: SeededRandom,
    time: bigint,
    private readonly repeatedTrades: boolean
  ) {
    this.time = time
    for (let index = 1n; index <= BigInt(plan.levels); index += 1n) {
      this.#sides.bids.set(plan.middle - index * plan.tick, this.#amount())
      this.#sides.asks.set(plan.middle + index * plan.tick, this.#amount())
    }
  }

  /** Best first. */
  levels(side: Side): Level[] {
    return this.#prices(side).map((price) => this.#level(side, price))
  }

  step(time: bigint): Change {
    this.time = time
    const changed = { bids: new Set<bigint>(), asks: new Set<bigint>() }
    const side = this.random.pick(['bids', 'asks'] as const)
    const trades = this.random.chance(0.3) ? this.#trade(side, changed[side], time) : []
    if (trades.length === 0) this.#rest(side, changed[side])
    this.trades.push(...trades)
    const levels = (which: Side) => [...changed[which]].map((price) => this.#level(which, price))
    return { market: this.plan.name, time, bids: levels('bids'), asks: levels('asks'), trades }
  }

  #prices(side: Side): bigint[] {
    const prices = [...this.#sides[side].keys()].sort((one, other) =>
      one < other ? -1 : one > other ? 1 : 0
    )
    return side === 'bids' ? prices.reverse() : prices
  }

  #level(side: Side, price: bigint): Level {
    const { priceDigits, amountDigits } = this.plan
    const amount = this.#sides[side].get(price) ?? 0n
    return { price: shortest(price, priceDigits), amount: shortest(amount, amountDigits) }
  }

  #amount(): bigint {
    const digits = '9'.repeat(this.random.whole(1, this.plan.amountDigits + 1))
    return 1n + (BigInt(this.random.whole(0, 999_999)) * BigInt(digits)) / 1_000_000n
  }

  #rest(side: Side, changed: Set<bigint>): void {
    const { tick, middle } = this.plan
    const own = this.#prices(side)
    const [otherBest] = this.#prices(side === 'bids' ? 'asks' : 'bids')
    const away = side === 'bids' ? -tick : tick
    if (own.length > 8 && this.random.chance(0.35)) {
      const price = this.random.pick(own)
      this.#sides[side].delete(price)
      changed.add(price)
      return
    }
    const limit = otherBest ?? middle
    const from = own[0] ?? middle + away
    const steps = BigInt(this.random.whole(-2, own.length + 2))
    const price = from + away * steps
    const crosses = side === 'bids' ? price >= limit : price <= limit
    const chosen = crosses ? limit + away : price
    if (chosen <= 0n) return
    this.#sides[side].set(chosen, this.#amount())
    changed.add(chosen)
  }

  #trade(side: Side, changed: Set<bigint>, time: bigint): Trade[] {
    const [price] = this.#prices(side)
    if (price === undefined || this.#sides[side].size < 6) return []
    const resting = this.#sides[side].get(price)!
    const count = this.repeatedTrades && resting > 3n && this.random.chance(0.5) ? 2n : 1n
    const amount = this.random.chance(0.4) ? resting / count : resting / (count * 2n)
    if (amount === 0n) return []
    const rest = resting - amount * count
    if (rest === 0n) this.#sides[side].delete(price)
    else this.#sides[side].set(price, rest)
    changed.add(price)
    const { priceDigits, amountDigits } = this.plan
    const trade = {
      price: shortest(price, priceDigits),
      amount: shortest(amount, amountDigits),
      executedAt: time
    }
    return Array.from({ length: Number(count) }, () => trade)
  }
}
