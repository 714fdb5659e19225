import type { TargetStatus } from '#shared/contract/market/delivery'
import { toProblem } from '#shared/domain/base/problem'
import { deliveryText } from '#shared/messages/delivery'
import type { Clock, Random } from '../../../base/clock'
import { ServiceError } from '../../../base/http/index'
import type { DeliveryMessage } from './message'

export const maxWaiting = 100
/** Milliseconds; the wait doubles with each retry. */
const firstWait = 2000
const maxWait = 300_000
/** Milliseconds after which a delivery is given up. */
const maxAge = 3_600_000

interface OutboxPorts {
  readonly clock: Clock
  readonly random: Random
  readonly send: (message: DeliveryMessage, signal: AbortSignal) => Promise<unknown>
  readonly changed: () => void
  readonly lost: (message: DeliveryMessage, sentence: string) => void
}

interface Entry {
  readonly message: DeliveryMessage
  /** Monotonic. */
  readonly at: number
  retries: number
}

/** It goes before the others, and does not wait for the retry of one of them. */
const isUrgent = ({ message }: Entry) => message.event === 'escalated'

type OutboxStatus = Omit<TargetStatus, 'id' | 'name' | 'kind' | 'isOn'>

/** The deliveries of one target, one after another, those of escalated alerts first. */
export class Outbox {
  readonly #waiting: Entry[] = []
  readonly #end = new AbortController()
  #current: Entry | null = null
  /** Until the current one is tried again, but not while the server asked for it. */
  #isBackingOff = false
  #lost = 0
  #deliveredAt: number | null = null
  #failure: TargetStatus['failure'] = null
  #cancel = () => {}

  constructor(private readonly ports: OutboxPorts) {}

  get status(): OutboxStatus {
    return {
      deliveredAt: this.#deliveredAt,
      failure: this.#failure,
      retries: this.#current?.retries ?? 0,
      waiting: this.#waiting.length + (this.#current ? 1 : 0),
      lost: this.#lost
    }
  }

  add(message: DeliveryMessage): void {
    if (this.#end.signal.aborted) return
    const entry = { message, at: this.ports.clock.monotonic(), retries: 0 }
    if (isUrgent(entry)) this.#addUrgent(entry)
    else this.#waiting.push(entry)
    if (this.#waiting.length > maxWaiting) {
      const oldest = Math.max(
        0,
        this.#waiting.findIndex((each) => !isUrgent(each))
      )
      this.#lose(this.#waiting.splice(oldest, 1)[0]!, deliveryText.lost.tooMany(maxWaiting))
    }
    this.#next()
    this.ports.changed()
  }

  /** Undelivered alerts count as lost. */
  dispose(): void {
    this.#cancel()
    this.#end.abort()
    const rest = [...(this.#current ? [this.#current] : []), ...this.#waiting.splice(0)]
    this.#current = null
    for (const entry of rest) this.#lose(entry, deliveryText.lost.ended)
  }

  #addUrgent(entry: Entry): void {
    const current = this.#current
    if (current && this.#isBackingOff && !isUrgent(current)) {
      this.#cancel()
      this.#isBackingOff = false
      this.#waiting.unshift(current)
      this.#current = null
    }
    const behind = this.#waiting.findIndex((each) => !isUrgent(each))
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry)
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift() ?? null
    if (this.#current) void this.#attempt(this.#current)
  }

  async #attempt(entry: Entry): Promise<void> {
    const { clock, send, changed } = this.ports
    const { signal } = this.#end
    this.#isBackingOff = false
    try {
      await send(entry.message, signal)
      if (signal.aborted) return
      this.#deliveredAt = clock.wall()
      this.#current = null
    } catch (thrown) {
      if (signal.aborted) return
      this.#failed(entry, thrown)
    }
    this.#next()
    changed()
  }

  #failed(entry: Entry, thrown: unknown): void {
    const { clock, random } = this.ports
    const { sentence, retryable } = toProblem(thrown)
    this.#failure = { at: clock.wall(), sentence }
    const own = Math.min(firstWait * 2 ** entry.retries, maxWait) * (0.75 + random() / 2)
    const asked = (thrown instanceof ServiceError && thrown.retryAfter) || 0
    const wait = Math.max(own, asked)
    const isTooOld = clock.monotonic() + wait - entry.at > maxAge
    if (retryable && !isTooOld) {
      entry.retries += 1
      this.#isBackingOff = asked === 0
      this.#cancel = clock.later(wait, () => void this.#attempt(entry))
      return
    }
    this.#current = null
    this.#lose(entry, retryable ? deliveryText.lost.tooOld(maxAge / 60_000) : sentence)
  }

  #lose({ message }: Entry, sentence: string): void {
    this.#lost += 1
    this.ports.lost(message, sentence)
  }
}
