import type { BookMessage, MarketMessage } from '../../market/messages'
import type { Distorted } from './distorted'
import type { Held } from './held'

const maxDelay = 1500

interface Waiting {
  message: BookMessage | null
  readonly cancel: () => void
}

/** Updates before and after the snapshot arrive first: it is taken after one batch and sent after another. */
export class EarlyUpdates implements Held {
  readonly #waiting = new Map<string, Waiting>()

  constructor(
    private readonly connection: Distorted,
    private readonly send: (message: MarketMessage) => void
  ) {}

  get empty(): boolean {
    return this.#waiting.size === 0
  }

  holdSnapshot(market: string): boolean {
    if (!this.connection.on('update-before-snapshot', market)) return false
    const cancel = this.connection.clock.later(maxDelay, () => this.#finish(market))
    this.#waiting.set(market, { message: null, cancel })
    return true
  }

  blocksSnapshots(market: string): boolean {
    return this.#waiting.has(market)
  }

  updated(market: string): void {
    const waiting = this.#waiting.get(market)
    if (!waiting) return
    if (waiting.message) this.#finish(market)
    else waiting.message = this.connection.snapshot(market)
  }

  unsubscribed(kind: MarketMessage['kind'], market: string): void {
    if (kind !== 'book') return
    this.#waiting.get(market)?.cancel()
    this.#waiting.delete(market)
  }

  /** A held snapshot is sent after its delay. */
  scenarioChanged(): void {}

  dispose(): void {
    for (const { cancel } of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  #finish(market: string): void {
    const waiting = this.#waiting.get(market)
    if (!waiting) return
    waiting.cancel()
    this.#waiting.delete(market)
    const message = waiting.message ?? this.connection.snapshot(market)
    if (message) this.send(message)
  }
}
