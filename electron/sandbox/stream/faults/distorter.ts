import type { ScenarioName } from '#shared/domain/connection/scenarios'
import type { Disposable } from '#shared/domain/base/emitter'
import type { MarketMessage } from '../../market/messages'
import { frame } from '../frames'
import type { Distorted } from './distorted'
import { EarlyUpdates } from './early-updates'
import type { Held } from './held'
import { LaggingExecutions } from './lagging-executions'
import { LateExecutions } from './late-executions'
import { Phantoms } from './phantoms'
import { Silence } from './silence'
import { Spelling } from './spelling'
import { unrequestedFrame, unrequestedNames } from './unrequested'

const batchesBetweenUnrequested = 16

/**
 * Applies scenarios to the messages of one connection, without changing the market. Held messages are sent when the
 * scenario ends.
 */
export class Distorter implements Disposable {
  readonly #spelling = new Spelling()
  /** The first one that accepts a message or snapshot holds it. */
  readonly #held: readonly Held[]
  #turn = 0

  constructor(private readonly connection: Distorted) {
    const send = (message: MarketMessage) => this.#send(message)
    this.#held = [
      new Silence(connection, send, (market) => this.begin(market)),
      new LateExecutions(connection, send),
      new LaggingExecutions(connection, send),
      new EarlyUpdates(connection, send),
      new Phantoms(connection, send)
    ]
  }

  /** Messages are held, so new ones must pass here even without a scenario. */
  get busy(): boolean {
    return this.#held.some(({ empty }) => !empty)
  }

  /** The subscribed messages of one batch. */
  deliver(messages: readonly MarketMessage[]): void {
    if (messages.length === 0) return
    const updated = new Set<string>()
    for (const message of messages) {
      if (!this.connection.open) return
      if (this.#held.some((each) => each.holdMessage?.(message))) continue
      this.#send(message)
      if (message.kind === 'book') updated.add(message.market)
    }
    for (const market of updated) for (const each of this.#held) each.updated?.(market)
    this.#addUnrequested(messages[0]!.market)
  }

  /** Sends the snapshot of a new subscription. */
  begin(market: string): void {
    this.unsubscribed('book', market)
    if (this.#held.some((each) => each.holdSnapshot?.(market))) return
    this.#sendSnapshot(market)
    if (this.connection.on('duplicate-snapshot', market)) this.#sendSnapshot(market)
  }

  unsubscribed(kind: MarketMessage['kind'], market: string): void {
    for (const each of this.#held) each.unsubscribed?.(kind, market)
  }

  scenarioChanged(name: ScenarioName, markets: readonly string[]): void {
    for (const each of this.#held) each.scenarioChanged()
    if (name !== 'duplicate-snapshot') return
    for (const market of markets) {
      const isBlocked = this.#held.some((each) => each.blocksSnapshots?.(market))
      if (!isBlocked && this.connection.on(name, market)) this.#sendSnapshot(market)
    }
  }

  dispose(): void {
    for (const each of this.#held) void each.dispose()
  }

  #sendSnapshot(market: string): void {
    const message = this.connection.snapshot(market)
    if (message) this.#send(message)
  }

  #addUnrequested(market: string): void {
    this.#turn += 1
    if (this.#turn % batchesBetweenUnrequested !== 1) return
    const turn = Math.floor(this.#turn / batchesBetweenUnrequested)
    for (const name of unrequestedNames) {
      const bytes = this.connection.on(name, market) ? unrequestedFrame(name, turn, market) : null
      if (bytes) this.connection.write(bytes)
    }
  }

  #send(message: MarketMessage): void {
    const { market } = message
    const written = this.#spelling.write(message, {
      zeros: this.connection.on('zero-variants', market),
      timeDigits: this.connection.on('time-digits', market),
      extraFields: this.connection.on('extra-fields', market),
      skewed: this.connection.on('clock-skew', market)
    })
    this.connection.write(frame(JSON.stringify(written)))
  }
}
