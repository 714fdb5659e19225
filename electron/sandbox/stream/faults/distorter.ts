import type { Distorted } from './distorted'
import type { ScenarioName } from '../../control/scenarios'
import type { BookMessage, ExecutionMessage, MarketMessage } from '../../market/messages'
import { frame } from '../frames'
import { Missed } from './missed'
import { Phantoms } from './phantoms'
import { Spelling } from './spelling'
import { strangerFrame, strangerNames } from './strangers'

const lateBundle = 4
const lateMilliseconds = 400
const snapshotPatience = 1500
const batchesBetweenStrangers = 16

/**
 * What the scenarios make of one connection's messages. The market behind it is never touched, and whatever is held
 * back is told when the scenario ends.
 */
export class Distorter {
  readonly #spelling = new Spelling()
  readonly #missed = new Missed()
  readonly #phantoms: Phantoms
  readonly #snapshots = new Map<string, { message: BookMessage | null; forget: () => void }>()
  /** Markets subscribed to in a silence, whose snapshot comes when it ends. */
  readonly #owed = new Set<string>()
  #late: ExecutionMessage[] = []
  #forgetLate: (() => void) | null = null
  #turn = 0

  constructor(private readonly connection: Distorted) {
    this.#phantoms = new Phantoms(connection, (message) => this.#send(message))
  }

  /** Whether something is held back, so that even a calm connection must come through here. */
  get busy(): boolean {
    const held = this.#late.length + this.#snapshots.size + this.#owed.size
    return held > 0 || !this.#missed.empty || !this.#phantoms.empty
  }

  /** The messages of one batch that the connection subscribed to. */
  deliver(messages: readonly MarketMessage[]): void {
    if (messages.length === 0) return
    const updated = new Set<string>()
    for (const message of messages) {
      const { kind, market } = message
      if (this.#quiet(market)) {
        if (kind === 'book' && this.#owed.has(market)) continue
        if (!this.#missed.add(message)) return this.connection.tooFarBehind()
      } else if (kind === 'execution' && this.connection.on('late-executions', market)) this.#hold(message)
      else {
        this.#send(message)
        if (kind === 'book') updated.add(market)
      }
    }
    for (const market of updated) {
      this.#passSnapshot(market)
      this.#phantoms.cross(market)
    }
    this.#strange(messages[0]!.market)
  }

  /** The snapshot that a new subscription is owed. */
  begin(market: string): void {
    const { connection } = this
    this.forget('book', market)
    if (this.#quiet(market)) {
      this.#owed.add(market)
      return
    }
    if (connection.on('update-before-snapshot', market)) {
      const forget = connection.clock.later(snapshotPatience, () => this.#finishSnapshot(market))
      this.#snapshots.set(market, { message: null, forget })
      return
    }
    this.#sendSnapshot(market)
    if (connection.on('duplicate-snapshot', market)) this.#sendSnapshot(market)
  }

  forget(kind: MarketMessage['kind'], market: string): void {
    this.#missed.forget(kind, market)
    if (kind === 'book') this.#owed.delete(market)
    if (kind === 'execution') {
      this.#late = this.#late.filter((message) => message.market !== market)
      return
    }
    this.#snapshots.get(market)?.forget()
    this.#snapshots.delete(market)
  }

  /** After a scenario was switched on or off. */
  changed(name: ScenarioName, markets: readonly string[]): void {
    if (name === 'silent' || name === 'half-open') {
      for (const message of this.#missed.take((market) => this.#quiet(market))) this.#send(message)
      for (const market of [...this.#owed]) if (!this.#quiet(market)) this.begin(market)
    }
    if (name === 'late-executions') this.#releaseLate()
    if (name === 'crossed-book') this.#phantoms.heal()
    if (name !== 'duplicate-snapshot') return
    for (const market of markets) {
      const settled = !this.#snapshots.has(market) && !this.#quiet(market)
      if (settled && this.connection.on(name, market)) this.#sendSnapshot(market)
    }
  }

  close(): void {
    for (const { forget } of this.#snapshots.values()) forget()
    this.#snapshots.clear()
    this.#forgetLate?.()
    this.#late = []
  }

  #quiet(market: string): boolean {
    return this.connection.on('silent', market) || this.connection.on('half-open', market)
  }

  #hold(message: ExecutionMessage): void {
    this.#late.push(message)
    if (this.#late.length >= lateBundle) this.#releaseLate()
    else this.#forgetLate ??= this.connection.clock.later(lateMilliseconds, () => this.#releaseLate())
  }

  /** The newest first: late, and out of their order. */
  #releaseLate(): void {
    this.#forgetLate?.()
    this.#forgetLate = null
    const late = this.#late.reverse()
    this.#late = []
    for (const message of late) this.#send(message)
  }

  /** Updates older and newer than the snapshot come first: it is taken after one batch and sent after another. */
  #passSnapshot(market: string): void {
    const waiting = this.#snapshots.get(market)
    if (!waiting) return
    if (waiting.message) this.#finishSnapshot(market)
    else waiting.message = this.connection.snapshot(market)
  }

  #finishSnapshot(market: string): void {
    const waiting = this.#snapshots.get(market)
    if (!waiting) return
    waiting.forget()
    this.#snapshots.delete(market)
    const message = waiting.message ?? this.connection.snapshot(market)
    if (message) this.#send(message)
  }

  #sendSnapshot(market: string): void {
    const message = this.connection.snapshot(market)
    if (message) this.#send(message)
  }

  #strange(market: string): void {
    this.#turn += 1
    if (this.#turn % batchesBetweenStrangers !== 1) return
    const turn = Math.floor(this.#turn / batchesBetweenStrangers)
    for (const name of strangerNames) {
      const bytes = this.connection.on(name, market) ? strangerFrame(name, turn, market) : null
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
