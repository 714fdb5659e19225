import type { StreamStatus } from '#shared/contract/market/markets'
import type { ConnectionPhase, StreamPhase } from '#shared/domain/connection/phases'
import type { Clock } from '../../base/clock'
import type { Rule } from './rule'
import type { Values } from './types'
import { inSeconds, text } from './judges/values'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

export interface ConnectionSeen {
  readonly phase: ConnectionPhase
  readonly sentence: string
  /** Null without a stream. */
  readonly stream: StreamStatus | null
}

type Health = 'unknown' | 'well' | 'lost' | 'refused'

/** Times disconnections and fires connection alerts. */
export class ConnectionWatch {
  #health: Health = 'unknown'
  #since = 0
  #sentence = ''
  #rules: readonly Rule[] = []
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly fire: (rule: Rule, market: null, values: Values) => void
  ) {}

  /** Monotonic; null while disconnected. */
  get connectedSince(): number | null {
    return this.#health === 'well' ? this.#since : null
  }

  see(seen: ConnectionSeen): void {
    const health = this.#healthOf(seen)
    this.#sentence = seen.phase === 'connected' ? (seen.stream?.sentence ?? '') : seen.sentence
    const broken = (one: Health) => one === 'lost' || one === 'refused'
    // Refused after lost: the time continues.
    if (health !== this.#health && !(broken(health) && broken(this.#health))) {
      this.#since = this.clock.monotonic()
    }
    this.#health = health
    this.fireDue()
  }

  reset(): void {
    this.#health = 'unknown'
    this.#rules = []
    this.fireDue()
  }

  add(rule: Rule): void {
    this.#rules = [...this.#rules, rule]
    this.fireDue()
  }

  remove(rule: Rule): void {
    this.#rules = this.#rules.filter((each) => each !== rule)
    this.fireDue()
  }

  /** Fires due alerts and sets the timer for the next one. */
  fireDue(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#health !== 'lost' && this.#health !== 'refused') return
    const lostFor = this.clock.monotonic() - this.#since
    let next = Infinity
    for (const rule of this.#rules) {
      if (rule.resting || rule.alert.condition.kind !== 'connection') continue
      const left = rule.alert.condition.seconds * 1000 - lostFor
      if (left <= 0 || this.#health === 'refused') this.fire(rule, null, this.#values(lostFor))
      else next = Math.min(next, left)
    }
    if (next < Infinity) this.#cancel = this.clock.later(next, () => this.fireDue())
  }

  #values(lostFor: number): Values {
    return [
      text(names.state, this.#health === 'refused' ? names.refused : names.lost),
      text(names.lostFor, inSeconds(lostFor)),
      text(names.reason, this.#sentence)
    ]
  }

  #healthOf({ phase, stream }: ConnectionSeen): Health {
    // A stream outlives the token that it was opened with.
    if (stream && connected.has(stream.phase)) return 'well'
    if (phase === 'refused') return 'refused'
    if (phase === 'failed') return 'lost'
    if (phase === 'idle') return 'unknown'
    switch (stream?.phase) {
      case 'waiting':
        return 'lost'
      case 'refused':
        return 'refused'
      case 'connecting':
        // Nothing is lost before the first connection.
        return this.#health === 'unknown' ? 'unknown' : this.#health === 'well' ? 'lost' : this.#health
      default:
        return this.#health
    }
  }
}

const connected: ReadonlySet<StreamPhase> = new Set(['open', 'subscribed', 'degraded'])
