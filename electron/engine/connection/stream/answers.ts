import { fail, type Problem } from '#shared/domain/base/problem'
import { streamText } from '#shared/messages/stream'
import {
  type ChannelResult,
  type ControlMessage,
  type NamedChannel,
  unspecifiedCode
} from '#shared/wire/stream-decoder'
import type { Clock } from '../../base/clock'
import { type Channels, type Entry, keyOf } from './channels'
import { compareList } from './reconcile'
import { matchResults, type Requests } from './requests'
import type { Channel, SessionEvents } from './types'

interface AnswerPorts {
  readonly clock: Clock
  readonly channels: Channels
  readonly requests: Requests
  readonly events: SessionEvents
  readonly renewWithin: number
  /** Requests the service's list. */
  readonly wantList: () => void
  readonly distrust: (problem: Problem) => void
}

const maxRetry = 60_000
/** Consecutive subscriptions reported as superfluous after an unsubscribe. */
const maxSuperfluous = 2
const noEffect = 'NO_EFFECT_ACTION'
const refusals: ReadonlySet<string> = new Set(['UNKNOWN_CHANNEL', 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'])

export function renew(entry: Entry, by: number): void {
  if (entry.renew) return
  entry.renew = true
  entry.renewBy = by
}

/** Applies the service's answers to the channels. */
export class Answers {
  /** False once the service has contradicted its own list. */
  #listTrusted = true

  constructor(private readonly ports: AnswerPorts) {}

  receive(message: ControlMessage): void {
    if (message.kind === 'acknowledgement') this.#acknowledged(message.action, message.results)
    else if (message.kind === 'subscriptions') this.#listed(message.channels)
    else {
      const { code, channel, message: words } = message
      const known = channel && this.ports.channels.get(keyOf(channel))
      this.ports.events.error(code, words, known?.channel ?? null)
      // It may replace the answer to a request.
      const change = this.ports.requests.oldest('change')
      if (!change) return void this.ports.requests.answered('subscription_list')
      for (const named of known ? [known.channel] : change.channels) this.#suspect(named, change.number, code)
      this.ports.wantList()
    }
  }

  reset(): void {
    this.#listTrusted = true
  }

  /** The service's list shows whether the error declined this channel. */
  #suspect(channel: Channel, request: number, code: string): void {
    const entry = this.ports.channels.get(keyOf(channel))
    if (entry?.state === 'subscribing' && entry.request === request) entry.code = code
  }

  #acknowledged(action: 'subscribe' | 'unsubscribe', results: readonly ChannelResult[]): void {
    const request = this.ports.requests.answered(action)
    // Not requested, so check the list.
    if (!request) return this.ports.wantList()
    for (const { channel, result } of matchResults(request.channels, results)) {
      const entry = this.ports.channels.get(keyOf(channel))
      if (!entry || entry.request !== request.number) continue
      if (!result) this.ports.wantList()
      else if (action === 'subscribe') this.#subscribeResult(entry, result)
      else this.#unsubscribeResult(entry, result)
    }
  }

  #subscribeResult(entry: Entry, { success, error }: ChannelResult): void {
    if (success) return this.#subscribed(entry)
    const code = error ?? unspecifiedCode
    this.ports.events.error(code, null, entry.channel)
    if (code === noEffect) this.#superfluous(entry)
    else if (refusals.has(code)) this.#refused(entry, code)
    else this.#declined(entry, code)
  }

  #unsubscribeResult(entry: Entry, { success, error }: ChannelResult): void {
    const code = error ?? unspecifiedCode
    if (!success) this.ports.events.error(code, null, entry.channel)
    if (success || code === noEffect || refusals.has(code)) return this.#closed(entry)
    if (entry.desired) return this.#distrust(streamText.notUnsubscribed(entry.channel.market))
    this.#failed(entry, 'subscribed')
  }

  #subscribed(entry: Entry): void {
    Object.assign(entry, { state: 'subscribed', failures: 0, notBefore: 0, superfluous: 0, code: null })
    if (!entry.renew) entry.renewBy = null
    if (entry.desired) this.ports.events.subscribed(entry.channel)
  }

  /** Already subscribed, so no snapshot comes: unsubscribe first. */
  #superfluous(entry: Entry): void {
    if (entry.missedByList) this.#listTrusted = false
    if (entry.channel.type === 'execution_data') return this.#subscribed(entry)
    entry.state = 'subscribed'
    entry.superfluous += 1
    if (entry.superfluous > maxSuperfluous) {
      return this.#distrust(streamText.notResubscribed(entry.channel.market))
    }
    this.#renew(entry)
  }

  #refused(entry: Entry, code: string): void {
    Object.assign(entry, { renew: false, renewBy: null, code })
    const { channel, desired } = entry
    this.ports.channels.move(entry, desired ? 'refused' : 'absent')
    if (desired) this.ports.events.refused(channel, code)
  }

  /** Retried later, since the reason may pass. */
  #declined(entry: Entry, code: string): void {
    entry.code = code
    this.#failed(entry, 'absent')
    if (entry.desired) this.ports.events.declined(entry.channel, code)
  }

  #closed(entry: Entry): void {
    Object.assign(entry, { failures: 0, notBefore: 0 })
    this.ports.channels.move(entry, 'absent')
    this.ports.events.closed(entry.channel)
  }

  #failed(entry: Entry, state: 'absent' | 'subscribed'): void {
    const wait = Math.min(maxRetry, 1000 * 2 ** Math.min(entry.failures, 10))
    entry.failures += 1
    entry.notBefore = this.ports.clock.monotonic() + wait
    this.ports.channels.move(entry, state)
  }

  #listed(listed: readonly NamedChannel[]): void {
    const { channels, requests } = this.ports
    const request = requests.answered('subscription_list')
    if (!request) return
    requests.passedOver(request.number)
    const { missing, present } = compareList(channels, listed, request.number)
    for (const entry of missing) this.#missing(entry)
    for (const entry of present) this.#present(entry)
  }

  #missing(entry: Entry): void {
    if (entry.state === 'unsubscribing') return this.#closed(entry)
    if (entry.state === 'subscribing') {
      return entry.code === null ? this.#failed(entry, 'absent') : this.#declined(entry, entry.code)
    }
    if (!this.#listTrusted) return
    entry.missedByList = true
    this.ports.events.closing(entry.channel)
    this.#closed(entry)
  }

  #present(entry: Entry): void {
    if (entry.state === 'subscribing') return this.#subscribed(entry)
    if (entry.state === 'unsubscribing') {
      this.#failed(entry, 'subscribed')
      if (entry.desired) entry.renew = true
      return
    }
    Object.assign(entry, { state: 'subscribed', code: null })
    if (!entry.desired) return
    if (entry.channel.type === 'execution_data') this.#subscribed(entry)
    else this.#renew(entry)
  }

  #renew(entry: Entry): void {
    renew(entry, this.ports.clock.monotonic() + this.ports.renewWithin)
  }

  #distrust(sentence: string): void {
    this.ports.distrust(fail('stream.resync', sentence, { retryable: true }).problem)
  }
}
