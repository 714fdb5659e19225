import type { BookMessage, ExecutionMessage, MarketMessage, PriceLevel } from '../../market/messages'

const maxExecutions = 10_000
const maxPrices = 20_000

/** What a silent connection was not told about one market, merged so that an hour of it stays small. */
class MissedMarket {
  readonly #bids = new Map<string, string>()
  readonly #asks = new Map<string, string>()
  #last: BookMessage | null = null

  add(message: BookMessage): void {
    this.#last = message
    for (const { price, amount } of message.bids) this.#bids.set(price, amount)
    for (const { price, amount } of message.asks) this.#asks.set(price, amount)
  }

  get tooMuch(): boolean {
    return this.#bids.size + this.#asks.size > maxPrices
  }

  merged(): BookMessage[] {
    const levels = (side: Map<string, string>): PriceLevel[] =>
      [...side].map(([price, amount]) => ({ price, amount }))
    return this.#last ? [{ ...this.#last, bids: levels(this.#bids), asks: levels(this.#asks) }] : []
  }
}

/** Told when the silence ends, so that a client which sat through it holds the true book again. */
export class Missed {
  readonly #markets = new Map<string, MissedMarket>()
  #executions: ExecutionMessage[] = []

  get empty(): boolean {
    return this.#markets.size === 0 && this.#executions.length === 0
  }

  /** False when the silence lasted so long that nobody can catch up. */
  add(message: MarketMessage): boolean {
    if (message.kind === 'execution') {
      this.#executions.push(message)
      return this.#executions.length <= maxExecutions
    }
    let market = this.#markets.get(message.market)
    if (!market) this.#markets.set(message.market, (market = new MissedMarket()))
    market.add(message)
    return !market.tooMuch
  }

  /** Executions first: they consumed what the merged update no longer shows. */
  take(stillQuiet: (market: string) => boolean): MarketMessage[] {
    const out: MarketMessage[] = this.#executions.filter(({ market }) => !stillQuiet(market))
    this.#executions = this.#executions.filter(({ market }) => stillQuiet(market))
    for (const [name, market] of this.#markets) {
      if (stillQuiet(name)) continue
      out.push(...market.merged())
      this.#markets.delete(name)
    }
    return out
  }

  forget(kind: MarketMessage['kind'], market: string): void {
    if (kind === 'book') this.#markets.delete(market)
    else this.#executions = this.#executions.filter((message) => message.market !== market)
  }
}
