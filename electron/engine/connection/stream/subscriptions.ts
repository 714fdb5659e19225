import { fail, type Problem } from '#shared/domain/base/problem'
import { streamText } from '#shared/messages/stream'
import type { ControlMessage } from '#shared/wire/stream-decoder'
import type { Clock } from '../../base/clock'
import { Alarm } from './alarm'
import { Answers, renew } from './answers'
import { Channels, type Entry, keyOf } from './channels'
import type { SessionOptions } from './options'
import type { Pace } from './pace'
import { Requests } from './requests'
import type { Channel, SessionEvents } from './types'

interface SubscriptionPorts {
  readonly clock: Clock
  readonly pace: Pace
  readonly options: SessionOptions
  readonly events: SessionEvents
  readonly send: (text: string) => void
  /** The connection is unreliable. */
  readonly distrust: (problem: Problem) => void
  /** A channel changed. */
  readonly changed: () => void
}

type Change = 'subscribe' | 'unsubscribe'

const maxInRequest = 1000

/** Brings the service's subscriptions to the desired state, one paced request at a time. */
export class Subscriptions {
  readonly channels = new Channels()
  readonly #requests = new Requests()
  readonly #answers: Answers
  readonly #alarm: Alarm
  #open = false
  #last: Change = 'unsubscribe'
  #listWanted = false
  #listedAt = 0

  constructor(private readonly ports: SubscriptionPorts) {
    const { clock, events, options, distrust } = ports
    this.#alarm = new Alarm(clock, () => this.#work())
    this.#answers = new Answers({
      clock,
      events,
      distrust,
      channels: this.channels,
      requests: this.#requests,
      renewWithin: options.resyncWithin,
      wantList: () => (this.#listWanted = true)
    })
  }

  /** The monotonic time of the oldest unanswered change, or null. */
  get owedSince(): number | null {
    return this.#requests.oldest('change')?.at ?? null
  }

  get waiting(): number {
    return this.#requests.length
  }

  desire(channels: readonly Channel[]): void {
    // Only a new subscription brings a snapshot.
    for (const entry of this.channels.desire(channels)) if (isUp(entry)) this.#renew(entry)
    if (this.#open) this.#soon()
    this.ports.changed()
  }

  resync(market: string): void {
    const entry = this.channels.get(keyOf({ type: 'market_data', market }))
    if (!entry?.desired || !isUp(entry)) return
    this.#renew(entry)
    this.#soon()
  }

  opened(): void {
    this.#open = true
    this.#listWanted = false
    this.#listedAt = this.ports.clock.monotonic()
    this.#work()
  }

  lost(): void {
    this.#open = false
    this.#alarm.clear()
    this.#requests.clear()
    this.#answers.reset()
    this.channels.reset()
  }

  /** Requests the service's list, unless pending: a sign of life and a check. */
  ask(): void {
    if (!this.#open || this.#requests.oldest('list')) return
    this.#listWanted = false
    this.#listedAt = this.ports.clock.monotonic()
    this.ports.send(this.#requests.make('subscription_list', [], this.#listedAt).text)
    this.#soon()
  }

  receive(message: ControlMessage): void {
    const changeOwed = this.owedSince !== null
    this.#answers.receive(message)
    if (!this.#open) return
    // Checks the service's list once everything is acknowledged.
    if (changeOwed && this.owedSince === null && message.kind === 'acknowledgement') this.#listWanted = true
    this.#soon()
    this.ports.changed()
  }

  #renew(entry: Entry): void {
    renew(entry, this.ports.clock.monotonic() + this.ports.options.resyncWithin)
  }

  /** Batches changes of the same turn. */
  #soon(): void {
    this.#alarm.atMost(0)
  }

  #work(): void {
    const now = this.ports.clock.monotonic()
    const problem = this.#judge(now)
    if (problem) return this.ports.distrust(problem)
    if (this.ports.pace.wait(now) === 0) this.#request(now)
    if (!this.#open) return
    if (this.#listWanted || now - this.#listedAt >= this.ports.options.reconcileEvery) this.ask()
    this.#alarm.set(this.#next(now) - now)
  }

  #judge(now: number): Problem | null {
    const { acknowledgeWithin } = this.ports.options
    const late = this.channels.all().find(({ renewBy }) => renewBy !== null && renewBy <= now)
    if (late) {
      return problemOf('stream.resync', streamText.resubscribeTimeout(late.channel.market))
    }
    const change = this.#requests.oldest('change')
    const list = this.#requests.oldest('list')
    if (change && now - change.at >= 2 * acknowledgeWithin) {
      return problemOf('stream.deaf', streamText.noAnswer)
    }
    if (change && now - change.at >= acknowledgeWithin) this.#listWanted = true
    // A service without the list answers with an error that names no request.
    if (list && now - list.at >= acknowledgeWithin) this.#requests.answered('subscription_list')
    return null
  }

  #next(now: number): number {
    const { options, pace } = this.ports
    const { acknowledgeWithin } = options
    const dates = [this.#listedAt + options.reconcileEvery]
    for (const kind of ['change', 'list'] as const) {
      const at = this.#requests.oldest(kind)?.at
      if (at !== undefined) dates.push(at + acknowledgeWithin, at + 2 * acknowledgeWithin)
    }
    for (const entry of this.channels.all()) {
      if (entry.renewBy !== null) dates.push(entry.renewBy)
      if (changeOf(entry)) dates.push(Math.max(entry.notBefore, now + pace.wait(now)))
    }
    return Math.min(...dates.filter((date) => date > now))
  }

  #request(now: number): void {
    const due = this.channels.all().filter((entry) => entry.notBefore <= now)
    const first: Change = this.#last === 'subscribe' ? 'unsubscribe' : 'subscribe'
    const second: Change = this.#last
    // Alternates, so that neither waits forever.
    for (const change of [first, second]) {
      const entries = due.filter((entry) => changeOf(entry) === change).slice(0, maxInRequest)
      if (entries.length > 0) return this.#send(change, entries, now)
    }
  }

  #send(change: Change, entries: readonly Entry[], now: number): void {
    const channels = entries.map(({ channel }) => channel)
    const { request, text } = this.#requests.make(change, channels, now)
    this.#last = change
    this.ports.pace.took(now)
    for (const entry of entries) {
      entry.code = null
      entry.request = request.number
      entry.state = change === 'subscribe' ? 'subscribing' : 'unsubscribing'
      if (change === 'subscribe') continue
      entry.renew = false
      this.ports.events.closing(entry.channel)
    }
    this.ports.send(text)
    this.ports.changed()
  }
}

const isUp = ({ state }: Entry) => state === 'subscribing' || state === 'subscribed'

function changeOf(entry: Entry): Change | null {
  if (entry.state === 'absent') return entry.desired ? 'subscribe' : null
  if (entry.state === 'subscribed') return !entry.desired || entry.renew ? 'unsubscribe' : null
  return null
}

const problemOf = (code: string, sentence: string): Problem =>
  fail(code, sentence, { retryable: true }).problem
