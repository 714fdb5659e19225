import type { BookMessage, ExecutionMessage, MarketMessage, PriceLevel } from '../../market/messages'
import type { Distorted } from './distorted'
import type { Held } from './held'

const maxExecutions = 10_000
const maxPrices = 20_000

/** Missed updates of one market, merged to stay small. */
class MissedBook {
  readonly #bids = new Map<string, string>()
  readonly #asks = new Map<string, string>()
  #last: BookMessage | null = null

  add(message: BookMessage): void {
    this.#last = message
    for (const { price, amount } of message.bids) this.#bids.set(price, amount)
    for (const { price, amount } of message.asks) this.#asks.set(price, amount)
  }

  get tooLarge(): boolean {
    return this.#bids.size + this.#asks.size > maxPrices
  }

  merged(): BookMessage[] {
    const levels = (side: Map<string, string>): PriceLevel[] =>
      [...side].map(([price, amount]) => ({ price, amount }))
    return this.#last ? [{ ...this.#last, bids: levels(this.#bids), asks: levels(this.#asks) }] : []
  }
}

/** Sends nothing until the silence ends, then everything missed. */
export class Silence implements Held {
  readonly #books = new Map<string, MissedBook>()
  #executions: ExecutionMessage[] = []
  /** Markets subscribed during the silence, whose snapshots are owed. */
  readonly #owedSnapshots = new Set<string>()

  constructor(
    private readonly connection: Distorted,
    private readonly send: (message: MarketMessage) => void,
    private readonly begin: (market: string) => void
  ) {}

  get empty(): boolean {
    return this.#books.size === 0 && this.#executions.length === 0 && this.#owedSnapshots.size === 0
  }

  holdMessage(message: MarketMessage): boolean {
    const { kind, market } = message
    if (!this.blocksSnapshots(market)) return false
    if (kind === 'execution') this.#executions.push(message)
    else if (!this.#owedSnapshots.has(market)) this.#bookOf(market).add(message)
    if (this.#executions.length > maxExecutions || this.#books.get(market)?.tooLarge === true)
      this.connection.tooFarBehind()
    return true
  }

  holdSnapshot(market: string): boolean {
    if (!this.blocksSnapshots(market)) return false
    this.#owedSnapshots.add(market)
    return true
  }

  blocksSnapshots(market: string): boolean {
    return this.connection.on('silent', market) || this.connection.on('half-open', market)
  }

  unsubscribed(kind: MarketMessage['kind'], market: string): void {
    if (kind === 'execution') this.#executions = this.#executions.filter((each) => each.market !== market)
    else {
      this.#books.delete(market)
      this.#owedSnapshots.delete(market)
    }
  }

  /** Executions first: they consumed what the merged update no longer shows. */
  scenarioChanged(): void {
    const isOver = (market: string) => !this.blocksSnapshots(market)
    const executions = this.#executions.filter(({ market }) => isOver(market))
    this.#executions = this.#executions.filter(({ market }) => !isOver(market))
    for (const message of executions) this.send(message)
    for (const [market, book] of this.#books) {
      if (!isOver(market)) continue
      this.#books.delete(market)
      for (const message of book.merged()) this.send(message)
    }
    for (const market of [...this.#owedSnapshots]) if (isOver(market)) this.begin(market)
  }

  dispose(): void {
    this.#books.clear()
    this.#executions = []
    this.#owedSnapshots.clear()
  }

  #bookOf(market: string): MissedBook {
    let book = this.#books.get(market)
    if (!book) this.#books.set(market, (book = new MissedBook()))
    return book
  }
}
