import { formatUnits } from '#shared/domain/base/decimal'
import { MarketEngine, type Step } from './engine'
import {
  type Aggressor,
  type BookMessage,
  type BookTruth,
  type ExecutionMessage,
  type MarketMessage,
  type PriceLevel,
  type SidedExecution,
  writeMicroseconds
} from './messages'
import type { BookSide, Level } from './side'
import type { MarketSpecification } from './specifications'
import { Tape } from './tape'

interface Due {
  readonly fill: Step['fills'][number]
  readonly aggressor: Aggressor
  /** The number of updates that come first. */
  readonly after: number
}

const tapeCapacity = 10_000
/** One in this many trades follows its update, as with unsynchronized services. */
const lateEvery = 6

/** Publishes an engine's steps with timestamps, and keeps the truth for tests. */
export class Market {
  readonly name: string
  readonly #engine: MarketEngine
  readonly #tape = new Tape(tapeCapacity)
  readonly #decimals: number
  readonly #due: Due[] = []
  #time: number
  #updates = 0
  #trading = 0

  constructor(
    readonly specification: MarketSpecification,
    seed: number,
    startedAt: number,
    /** Updates that come before each execution, its own included; a few have one by default. */
    private readonly executionLag?: number
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
    const after = this.#updates + this.#lagOf(step)
    const aggressor = step.pressed === 'ask' ? 'buy' : 'sell'
    for (const fill of step.fills) this.#due.push({ fill, aggressor, after })
    this.#execute(now, out)
    this.#update(step, now, out)
    this.#execute(now, out)
  }

  #lagOf({ fills }: Step): number {
    if (this.executionLag !== undefined) return this.executionLag
    return fills.length > 0 && ++this.#trading % lateEvery === 0 ? 1 : 0
  }

  #execute(now: number, out: MarketMessage[]): void {
    while (this.#due.length > 0 && this.#due[0]!.after <= this.#updates) {
      const { fill, aggressor } = this.#due.shift()!
      const message: ExecutionMessage = {
        kind: 'execution',
        market: this.name,
        time: this.#tick(now),
        price: fill.price,
        amount: this.#amount(fill.lots)
      }
      this.#tape.push({ message, aggressor })
      out.push(message)
    }
  }

  #update(step: Step, now: number, out: MarketMessage[]): void {
    this.#updates += 1
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
  trades(since: number): SidedExecution[] {
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
