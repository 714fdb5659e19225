import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { parseTime } from '#shared/domain/base/time'
import type { Clock } from '../control/clock'
import { Market } from './market'
import {
  type Aggressor,
  type BookMessage,
  type BookTruth,
  type MarketMessage,
  type TradeTruth,
  writeMicroseconds
} from './messages'
import { Pacer } from './pacer'
import { Random, seedFor } from './random'
import { type MarketSpecification, marketSpecifications } from './specifications'

interface ExchangeOptions {
  readonly clock: Clock
  readonly seed: number
  /** Messages per second for all markets. */
  readonly rate: number
  readonly specifications?: readonly MarketSpecification[]
  /** Updates that come before each execution, its own included; a few have one by default. */
  readonly executionLag?: number
}

/** Messages per batch, so that a flush stays short. */
const maxInBatch = 500

/** Every market of the sandbox and its timer. */
export class Exchange implements Disposable {
  readonly markets: readonly string[]
  readonly #clock: Clock
  readonly #pacer: Pacer
  readonly #list: readonly Market[]
  readonly #byName: ReadonlyMap<string, Market>
  // Separate from the markets' own sequences, which stay independent.
  readonly #draw: Random
  #running = false
  #idle = false
  readonly #published = new Emitter<readonly MarketMessage[]>()
  /** Messages in order. */
  readonly onBatch = this.#published.on

  constructor(options: ExchangeOptions) {
    const { clock, seed, rate, specifications = marketSpecifications, executionLag } = options
    this.#clock = clock
    const startedAt = Math.floor(clock.now() * 1000)
    this.#list = specifications.map(
      (specification) => new Market(specification, seed, startedAt, executionLag)
    )
    this.#byName = new Map(this.#list.map((market) => [market.name, market]))
    this.markets = this.#list.map(({ name }) => name)
    this.#draw = new Random(seedFor(seed, 'the order of the markets'))
    this.#pacer = new Pacer(clock, rate, (count, from, until) => this.#emit(count, from, until))
  }

  get running(): boolean {
    return this.#running
  }

  resume(): void {
    this.#running = true
    this.#updatePacer()
  }

  pause(): void {
    this.#running = false
    this.#updatePacer()
  }

  /** While idle, a running market stands still. */
  setIdle(idle: boolean): void {
    this.#idle = idle
    this.#updatePacer()
  }

  /** Publishes at least `count` messages, of one market if given. */
  step(count = 1, market?: string): number {
    const now = this.#clock.now()
    const only = market === undefined ? undefined : this.#byName.get(market)
    if (market !== undefined && !only) return 0
    return this.#emit(count, now, now, only)
  }

  has(market: string): boolean {
    return this.#byName.has(market)
  }

  snapshot(market: string): BookMessage | null {
    return this.#byName.get(market)?.snapshot() ?? null
  }

  book(market: string): BookTruth | null {
    return this.#byName.get(market)?.book() ?? null
  }

  /** At or after `since` (RFC 3339), oldest first; null for an unknown market or invalid time. */
  trades(market: string, since?: string): TradeTruth[] | null {
    const found = this.#byName.get(market)
    const from = since === undefined ? 0n : parseTime(since)
    if (!found || from === null) return null
    // Rounded up: a time within a microsecond is after its beginning.
    const microseconds = Number((from + 999n) / 1000n)
    return found.trades(microseconds).map(({ message: { price, amount, time } }) => ({
      market,
      price,
      amount,
      executed_at: writeMicroseconds(time)
    }))
  }

  /** Who took the other's order, by trade, oldest first; null for an unknown market. */
  aggressors(market: string): Aggressor[] | null {
    const found = this.#byName.get(market)
    return found ? found.trades(0).map(({ aggressor }) => aggressor) : null
  }

  dispose(): void {
    this.pause()
    this.#published.dispose()
  }

  #updatePacer(): void {
    if (this.#running && !this.#idle) this.#pacer.start()
    else this.#pacer.stop()
  }

  /** Spreads the timestamps over the period. */
  #emit(count: number, from: number, until: number, only?: Market): number {
    let emitted = 0
    while (emitted < count) {
      const batch: MarketMessage[] = []
      while (emitted + batch.length < count && batch.length < maxInBatch) {
        const done = (emitted + batch.length + 1) / count
        const now = Math.floor((from + (until - from) * done) * 1000)
        const market = only ?? this.#pick()
        market.advance(now, batch)
      }
      emitted += batch.length
      this.#published.fire(batch)
    }
    return emitted
  }

  #pick(): Market {
    let sum = 0
    for (const market of this.#list) sum += market.weight
    let rest = this.#draw.fraction() * sum
    for (const market of this.#list) {
      rest -= market.weight
      if (rest < 0) return market
    }
    return this.#list[0]!
  }
}
