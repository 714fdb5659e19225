import type { BookState } from '#shared/contract/market/markets'
import type { Book } from '#shared/domain/market/book/index'
import type { CandleBook } from '#shared/domain/market/candles/index'
import { HeatBook, type StoredHeat } from '#shared/domain/market/heat/index'
import type { MarketMessage } from '#shared/domain/market/messages'
import { execution, type PackedMessage } from '#shared/domain/market/packed'
import { Statistics } from '#shared/domain/market/statistics/index'
import type { Tape } from '#shared/domain/market/tape/index'
import type { Clock } from '../base/clock'
import type { Channel } from '../connection/stream/types'
import { BookSync } from './book-sync'
import type { ClockStep } from './clock-watch'
import type { HubCounts } from './counts'
import { recordExactTrade, recordTrade } from './record-trade'
import type { SavedMarket } from './saved-markets'
import { MarketSeries, type TradeSeries } from './series'
import { TradeTimes } from './trade-times'
import type { LiveMarket } from './types'

interface TrackedPorts {
  readonly clock: Clock
  readonly counts: HubCounts
  /** Milliseconds since the epoch, for dating trades; null while unknown. */
  readonly serviceNow: () => number | null
  readonly resync: (market: string) => void
  readonly changed: (market: TrackedMarket) => void
}

/** The book and trades of one market. */
export class TrackedMarket implements LiveMarket {
  tape: Tape
  candles: CandleBook
  statistics: Statistics
  readonly heat: HeatBook
  version = 0
  bookAt: number | null = null
  tradeAt: number | null = null
  readonly #sync: BookSync
  readonly #times = new TradeTimes(() => this.#serviceTime())
  /** When the book became live that was sampled last. */
  #heatSince: number | null = null
  #watchingSoon = false
  #tradesRefused: string | null = null

  constructor(
    readonly name: string,
    private readonly ports: TrackedPorts,
    { tape, candles, heat } = new MarketSeries()
  ) {
    this.tape = tape
    this.candles = candles
    this.heat = heat
    this.statistics = new Statistics(candles)
    this.#sync = new BookSync({
      clock: ports.clock,
      counts: ports.counts,
      resync: () => ports.resync(name),
      changed: () => this.#changed()
    })
  }

  get book(): Book {
    return this.#sync.book
  }

  get state(): BookState {
    return this.#sync.state
  }

  get since(): number {
    return this.#sync.since
  }

  /** A live book may lack its trades. */
  get reason(): string | null {
    return this.#sync.reason ?? this.#tradesRefused
  }

  get crossed(): boolean {
    return this.#sync.crossed
  }

  packed(message: PackedMessage, at: number): void {
    if (message.kind === execution) {
      this.tradeAt = at
      recordTrade(message, this, this.#times, this.#bookBefore, this.#sync.sides)
    } else {
      this.bookAt = at
      this.#sync.receive(message, at)
    }
    this.#changed()
  }

  exact(message: MarketMessage, at: number): void {
    if (message.kind === 'execution') {
      this.tradeAt = at
      recordExactTrade(message, this, this.#times, this.#bookBefore, this.#sync.sides)
    } else {
      this.bookAt = at
      this.#sync.receive(message, at)
    }
    this.#changed()
  }

  garbled(): void {
    this.#sync.garbled()
  }

  opened(): void {
    this.#sync.opened()
  }

  /** Continues with these; when it was watched is known here alone. */
  useSeries({ tape, candles }: TradeSeries): void {
    candles.coverage.restore(this.candles.coverage.save())
    this.tape = tape
    this.candles = candles
    this.statistics = new Statistics(candles)
    this.#changed()
  }

  prependHeat(stored: StoredHeat): void {
    const recorded = new HeatBook()
    recorded.load(stored)
    this.heat.prepend(recorded)
    this.#changed()
  }

  /** @param quietFor milliseconds from which messages may be missing until now */
  missed(quietFor: number): void {
    this.#sync.missed()
    this.heat.pause()
    this.slept(quietFor)
  }

  save(): SavedMarket {
    return {
      name: this.name,
      sync: this.#sync.save(),
      bookAt: this.bookAt,
      tradeAt: this.tradeAt,
      tradesCheckedFrom: this.#times.save(),
      tradesRefused: this.#tradesRefused,
      isWatching: this.candles.coverage.since !== null,
      watchingSoon: this.#watchingSoon,
      heatSince: this.#heatSince
    }
  }

  /** It must be new. */
  restore(saved: SavedMarket): void {
    this.#sync.restore(saved.sync)
    this.bookAt = saved.bookAt
    this.tradeAt = saved.tradeAt
    this.#times.restore(saved.tradesCheckedFrom)
    this.#tradesRefused = saved.tradesRefused
    this.#watchingSoon = saved.watchingSoon
    this.#heatSince = saved.heatSince
    const isWatching = this.candles.coverage.since !== null
    if (saved.isWatching && !isWatching) this.#startWatching()
    else if (isWatching && !saved.isWatching) this.#stopWatching(0)
    this.#changed()
  }

  /** @param quietFor milliseconds without data, which are not covered */
  lost(quietFor: number): void {
    this.#sync.lost()
    this.#setTradesRefused(null)
    this.#stopWatching(quietFor)
  }

  /** As `lost`, and nothing follows. */
  ended(quietFor: number): void {
    this.lost(quietFor)
    this.#sync.ended()
  }

  /** @param milliseconds not covered until now */
  slept(milliseconds: number): void {
    if (this.candles.coverage.since === null) return
    this.#stopWatching(milliseconds)
    this.#startWatching()
  }

  /** Times were skipped or repeated. */
  clockStepped(step: ClockStep): void {
    if (this.candles.coverage.since === null) return
    this.candles.coverage.stepped(step)
    this.heat.pause()
    this.#changed()
  }

  closing({ type }: Channel): void {
    if (type === 'market_data') this.#sync.closing()
    else this.#stopWatching(0)
  }

  closed({ type }: Channel): void {
    if (type === 'market_data') this.#sync.closed()
  }

  subscribed({ type }: Channel, at: number): void {
    if (type === 'market_data') this.#sync.subscribed(at)
    else {
      this.#setTradesRefused(null)
      this.#startWatching()
    }
  }

  refused({ type }: Channel, sentence: string): void {
    if (type === 'market_data') this.#sync.refused(sentence)
    else this.#setTradesRefused(sentence)
  }

  declined({ type }: Channel, sentence: string): void {
    if (type === 'market_data') this.#sync.declined(sentence)
    else this.#setTradesRefused(sentence)
  }

  #setTradesRefused(sentence: string | null): void {
    if (sentence === this.#tradesRefused) return
    this.#tradesRefused = sentence
    this.#changed()
  }

  setSilent(silent: boolean): void {
    this.#sync.setSilent(silent)
  }

  tick(now: number): void {
    this.#sync.tick(now)
    this.#times.reset()
    if (this.#watchingSoon) this.#startWatching()
  }

  /**
   * Samples the book; call about once a second.
   * @param quietFor milliseconds without data, in which the book is unknown
   */
  lookAtHeat(quietFor: number): void {
    const now = this.ports.serviceNow()
    const since = this.state === 'live' && now !== null ? this.since : null
    // It was not live for the whole time since the last sample.
    if (since === null || since !== this.#heatSince) this.heat.pause()
    this.#heatSince = since
    if (since !== null && now !== null) this.heat.look(this.book, now, now - quietFor)
  }

  /** By the service's clock, which is unknown before its first message. */
  #startWatching(): void {
    const now = this.ports.serviceNow()
    this.#watchingSoon = now === null
    if (now !== null) this.candles.coverage.watchingSince(now)
  }

  #stopWatching(quietFor: number): void {
    this.#watchingSoon = false
    const now = this.ports.serviceNow()
    if (now !== null) this.candles.coverage.watchingUntil(now - quietFor)
  }

  /** The service sends a trade before the update, so the book still contains the traded size. */
  get #bookBefore(): Book | null {
    return this.#sync.following ? this.#sync.book : null
  }

  /** Until the clock is known: the later of this computer's time and the book's. */
  #serviceTime(): number {
    const { clock, serviceNow } = this.ports
    return serviceNow() ?? Math.max(clock.wall(), this.#sync.lastTime)
  }

  #changed(): void {
    this.version += 1
    this.ports.changed(this)
  }
}
