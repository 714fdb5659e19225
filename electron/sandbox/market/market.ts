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
/** Of so many steps that trade, one has its executions behind its update, as services that do not wait for each other do. */
const lateEvery = 6

/** A market as it is published: its engine's steps with the clock's times, and the truth behind them. */
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

  /** Share of the messages that the market should have just now. */
  get weight(): number {
    return this.specification.liveliness * (0.5 + this.#engine.intensity / 2)
  }

  /**
   * One step, appended to `out`: executions, and the update that shows what they left. Mostly the executions are first, so
   * that whoever reads along finds each traded amount still resting; now and then they are late.
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

  /** As of the last message, so that every later one carries a later time. */
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
