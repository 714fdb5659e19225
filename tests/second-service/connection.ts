import type { WebSocket } from 'ws'
import type { Published } from './feed'
import { Messages } from './messages'
import { Outbox } from './outbox'
import { shuffle } from './spelling'
import type { StreamPorts } from './stream'

interface Subscription {
  readonly type: string
  readonly market: string
  /** Sent once, after some updates. */
  snapshot: { readonly wait: number; readonly message: unknown } | null
}

interface Result {
  readonly type: unknown
  readonly params?: unknown
  readonly success: boolean
  readonly error?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

/** With or without a code. */
export const declined: ReadonlyMap<string, string | null> = new Map([
  ['DENIEDUSD', 'MARKET_NOT_ALLOWED'],
  ['MUTEUSD', null]
])
const channelTypes = ['market_data', 'execution_data']

export class Connection {
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #timers = new Set<() => void>()
  readonly outbox: Outbox
  readonly #messages: Messages
  #turn: Promise<void> = Promise.resolve()
  #sent = 0

  constructor(
    private readonly socket: WebSocket,
    private readonly ports: StreamPorts
  ) {
    const { faults } = ports
    this.outbox = new Outbox(socket, ports)
    this.#messages = new Messages(ports.spelling)
    socket.on('error', () => undefined)
    socket.on('ping', (data: Buffer) => {
      if (!faults.isDead()) socket.pong(data)
    })
    socket.on('message', (data: Buffer) => {
      if (faults.isDead()) return
      const text = data.toString()
      this.#turn = this.#turn.then(() => this.#delay()).then(() => this.#answer(text))
    })
    const { pingEvery } = ports.variants
    const ping = () =>
      this.#later(pingEvery!, () => {
        if (!faults.isDead()) socket.ping(Buffer.from([0, 255, 7]))
        ping()
      })
    if (pingEvery !== null) ping()
  }

  publish(published: Published): void {
    const market = published.kind === 'change' ? published.change.market : published.market
    const type = published.kind === 'change' ? 'market_data' : 'execution_data'
    const subscription = this.#subscriptions.get(keyOf(type, market))
    if (!subscription) return
    this.#sent += 1
    if (this.ports.variants.unknownValues && this.#sent % 50 === 0)
      for (const message of this.#messages.unknown(this.ports.feed.markets.get(market)!))
        this.#send(message, market)
    if (published.kind === 'trade')
      return this.#push(type, market, this.#messages.trade(market, published.trade))
    const { bids, asks, time } = published.change
    this.#push(type, market, this.#messages.book(market, 'UPDATE', time, bids, asks))
    const { snapshot } = subscription
    if (!snapshot) return
    if (snapshot.wait <= 1) this.#sendSnapshot(subscription)
    else subscription.snapshot = { ...snapshot, wait: snapshot.wait - 1 }
  }

  sendDueSnapshots(): void {
    for (const subscription of this.#subscriptions.values())
      if (subscription.snapshot) this.#sendSnapshot(subscription)
  }

  drop(code: number | null): void {
    if (code === null) this.socket.terminate()
    else this.socket.close(code, 'The service closes.')
  }

  terminate(): void {
    this.socket.terminate()
  }

  dispose(): void {
    for (const cancel of this.#timers) cancel()
    this.#subscriptions.clear()
  }

  #later(milliseconds: number, call: () => void): void {
    const cancel = this.ports.clock.later(milliseconds, () => {
      this.#timers.delete(cancel)
      call()
    })
    this.#timers.add(cancel)
  }

  #delay(): Promise<void> {
    const wait = this.ports.faults.ackDelay() ?? (this.ports.variants.acks === 'late' ? 1200 : 0)
    return wait === 0 ? Promise.resolve() : new Promise((resolve) => this.#later(wait, resolve))
  }

  #send(message: unknown, market: string | null = null): void {
    this.outbox.send(this.ports.spelling.json(message), market)
  }

  #push(type: string, market: string, payload: unknown): void {
    this.#send({ channel: { type, params: { market } }, payload }, market)
  }

  sendSnapshotAgain(name: string): void {
    const subscription = this.#subscriptions.get(keyOf('market_data', name))
    if (subscription && !subscription.snapshot) this.#sendSnapshot(subscription)
  }

  #sendSnapshot(subscription: Subscription): void {
    const message =
      subscription.snapshot?.message ??
      this.#messages.snapshot(this.ports.feed.markets.get(subscription.market)!)
    subscription.snapshot = null
    this.#push('market_data', subscription.market, message)
  }

  #answer(text: string): void {
    let request: { type?: unknown; channels?: unknown }
    try {
      request = JSON.parse(text) as typeof request
    } catch {
      return this.#send({ type: 'error', error: 'MALFORMED_REQUEST', message: 'This is not JSON.' })
    }
    if (request?.type === 'subscription_list') {
      const channels = [...this.#subscriptions.values()].map(({ type, market }) => ({
        type,
        params: { market }
      }))
      return this.#send({ type: 'subscription_list', channels })
    }
    const { type, channels } = request ?? {}
    if (type !== 'subscribe' && type !== 'unsubscribe') {
      return this.#send({ type: 'error', error: 'UNKNOWN_ACTION', message: 'This action is not known.' })
    }
    if (!Array.isArray(channels))
      return this.#send({ type: 'error', error: 'MALFORMED_REQUEST', message: 'Channels are missing.' })
    const begun: Subscription[] = []
    const results = channels.map((channel: { type?: unknown; params?: { market?: unknown } }) => {
      const code = this.#apply(type, String(channel?.type), channel?.params?.market, begun)
      return this.#result(channel, code)
    })
    this.#acknowledge(type, results)
    for (const subscription of begun) this.#begin(subscription)
  }

  /** `undefined` on success, null without a code. */
  #apply(action: string, type: string, market: unknown, begun: Subscription[]): string | null | undefined {
    if (!channelTypes.includes(type)) return 'UNKNOWN_CHANNEL'
    if (typeof market === 'string' && declined.has(market)) return declined.get(market)
    if (typeof market !== 'string' || !this.ports.feed.markets.has(market))
      return 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'
    const key = keyOf(type, market)
    if (this.#subscriptions.has(key) === (action === 'subscribe')) return 'NO_EFFECT_ACTION'
    if (action === 'unsubscribe') {
      this.#subscriptions.delete(key)
      return undefined
    }
    const subscription: Subscription = { type, market, snapshot: null }
    this.#subscriptions.set(key, subscription)
    begun.push(subscription)
    return undefined
  }

  #result(channel: { type?: unknown; params?: unknown }, code: string | null | undefined): Result {
    const { acks, streamErrors } = this.ports.variants
    const named = { type: channel?.type, ...(acks !== 'bare' && { params: channel?.params }) }
    if (code === undefined) return { ...named, success: true }
    if (code === null) return { ...named, success: false }
    if (streamErrors === 'ack-error') return { ...named, success: false, error: code }
    if (streamErrors === 'ack-code') return { ...named, success: false, code, message: `Declined: ${code}.` }
    this.#send({ type: 'error', error: code, message: 'A channel was declined.' })
    return { ...named, success: false }
  }

  #acknowledge(type: string, results: readonly Result[]): void {
    const { acks } = this.ports.variants
    if (acks === 'split') for (const result of results) this.#send({ type, channels: [result] })
    else if (acks === 'reordered') this.#send({ type, channels: shuffle([...results], this.ports.random) })
    else this.#send({ type, channels: results })
  }

  #begin(subscription: Subscription): void {
    if (subscription.type !== 'market_data') return
    const { snapshot } = this.ports.variants
    if (snapshot === 'first') return this.#sendSnapshot(subscription)
    const taken = this.#messages.snapshot(this.ports.feed.markets.get(subscription.market)!)
    const message = snapshot === 'after-newer-updates' ? taken : null
    subscription.snapshot = { wait: this.ports.random.whole(1, 3), message }
    // For quiet markets.
    this.#later(800, () => subscription.snapshot && this.#sendSnapshot(subscription))
  }
}

const keyOf = (type: string, market: string) => `${type} ${market}`
