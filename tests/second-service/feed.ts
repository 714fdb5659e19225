import { SeededRandom } from '../chaos/random'
import { Market, marketPlans, type Change, type Trade } from './market'
import type { Variants } from './variants'

export interface ServiceClock {
  now(): number
  later(milliseconds: number, call: () => void): () => void
}

export type Published =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'trade'; readonly market: string; readonly trade: Trade }

const resolutions = { nanosecond: 1n, microsecond: 1000n, millisecond: 1_000_000n, second: 1_000_000_000n }

/** Publishes in the order of the variant. */
export class Feed {
  readonly markets = new Map<string, Market>()
  readonly #random: SeededRandom
  readonly #held: (Published & { kind: 'trade' })[] = []
  #last = 0n
  #rate: number
  #cancel: (() => void) | null = null
  #due = 0

  constructor(
    private readonly clock: ServiceClock,
    private readonly variants: Variants,
    seed: number,
    rate: number,
    private readonly publish: (published: Published) => void
  ) {
    this.#random = new SeededRandom(seed)
    this.#rate = rate
    for (const plan of marketPlans) {
      const market = new Market(plan, this.#random, this.#moment(), variants.repeatedTrades)
      this.markets.set(plan.name, market)
    }
    this.resume()
  }

  /** Everything is published when this returns. */
  pause(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#release(0)
  }

  resume(): void {
    if (this.#rate === 0 || this.#cancel) return
    const every = 25
    this.#cancel = this.clock.later(every, () => {
      this.#cancel = null
      this.#due += (this.#rate * every) / 1000
      this.step(Math.floor(this.#due))
      this.#due %= 1
      this.resume()
    })
  }

  step(count: number, name?: string): void {
    const names = [...this.markets.keys()]
    for (let made = 0; made < count; made += 1)
      this.#advance(this.markets.get(name ?? this.#random.pick(names))!)
  }

  #advance(market: Market): void {
    const change = market.step(this.#moment())
    const trades = change.trades.map((trade) => ({ kind: 'trade' as const, market: change.market, trade }))
    const { executions } = this.variants
    if (executions === 'before-update') trades.forEach(this.publish)
    if (change.bids.length + change.asks.length > 0) this.publish({ kind: 'change', change })
    if (executions === 'after-update') trades.forEach(this.publish)
    if (executions === 'out-of-order') {
      this.#held.push(...trades)
      this.#release(this.#random.whole(0, 6))
    }
  }

  /** Executions leave in any order. */
  #release(kept: number): void {
    while (this.#held.length > kept)
      this.publish(this.#held.splice(this.#random.whole(0, this.#held.length - 1), 1)[0]!)
  }

  /** Increasing if the resolution permits. */
  #moment(): bigint {
    const step = resolutions[this.variants.timeResolution]
    const now = (BigInt(Math.floor(this.clock.now())) * 1_000_000n) / step
    const last = this.#last / step
    const next = now > last ? now : this.variants.timeResolution === 'second' ? last : last + 1n
    this.#last = next * step
    return this.#last
  }
}
