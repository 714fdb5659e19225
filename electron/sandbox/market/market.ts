import { formatUnits } from '#shared/domain/base/decimal'
import { MarketEngine } from './engine'
import {
  type BookMessage,
  type BookTruth,
  type ExecutionMessage,
  type MarketMessage,
  type PriceLevel,
  writeMicroseconds
} from './messages'
import type { BookSide, Level } from './side'
import type { MarketSpecification } from './specifications'
import { Tape } from './tape'

const tapeCapacity = 10_000
/** One in this many trades follows its update, as with unsynchronized services. */
const lateEvery = 6

/** Publishes an engine's steps with timestamps, and keeps the truth for tests. */
export class Market {
  readonly name: string
  readonly #engine: MarketEngine
  readonly #tape = new Tape(tapeCapacity)
  readonly #decimals: number
  #time: number
  #trading = 0

  constructor(
    readonly specification: MarketSpecification,
    seed: number,
    startedAt: number,
    private readonly lateExecutions = true
  ) {
    this.name = specification.market
    this.#decimals = specification.amountDecimals
    this.#engine = new MarketEngine(specification, seed)
    this.#time = startedAt
  }

  /** The current share of messages. */
  get weight(): number {
    return this.specification.liveliness * (0.5 + this.#engine.intensity / 2)
  }

  /**
   * Appends the executions and update of one step to `out`. Executions usually come first, so that clients still have
   * the traded sizes; a few are late.
   */
  advance(now: number, out: MarketMessage[]): void {
    const step = this.#engine.step()
    const isLate = step.fills.length > 0 && this.lateExecutions && ++this.#trading % lateEvery === 0
    if (isLate) this.#update(step, now, out)
    for (const fill of step.fills) {
      const message: ExecutionMessage = {
        kind: 'execution',
        market: this.name,
        time: this.#tick(now),
        price: fill.price,
        amount: this.#amount(fill.lots)
      }
      this.#tape.push(message)
      out.push(message)
    }
    if (!isLate) this.#update(step, now, out)
  }

  #update(step: ReturnType<MarketEngine['step']>, now: number, out: MarketMessage[]): void {
    out.push({
      kind: 'book',
      type: 'UPDATE',
      market: this.name,
      time: this.#tick(now),
      bids: step.bids.map(this.#write),
      asks: step.asks.map(this.#write)
    })
  }

  /** As of the last message, so that later ones have later times. */
  snapshot(): BookMessage {
    const { bids, asks } = this.#engine
    return {
      kind: 'book',
      type: 'SNAPSHOT',
      market: this.name,
      time: this.#time,
      bids: this.#all(bids),
      asks: this.#all(asks)
    }
  }

  book(): BookTruth {
    const { market, time, bids, asks } = this.snapshot()
    return { market, time: writeMicroseconds(time), bids, asks }
  }

  /** Oldest first; at most the last ten thousand. */
  trades(since: number): ExecutionMessage[] {
    return this.#tape.since(since)
  }

  #tick(now: number): number {
    this.#time = Math.max(now, this.#time + 1)
    return this.#time
  }

  /** Best first. */
  #all(side: BookSide): PriceLevel[] {
    return side.levels.map(this.#write).reverse()
  }

  #amount(lots: number): string {
    return lots === 0 ? '0' : formatUnits(lots, this.#decimals)
  }

  readonly #write = (level: Level): PriceLevel => ({ price: level.price, amount: this.#amount(level.total) })
}
