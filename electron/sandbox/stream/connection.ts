import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { WireChannel } from '#shared/wire/stream'
import type { Clock } from '../control/clock'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import type { Scenarios } from '../control/scenarios'
import type { BookMessage, MarketMessage } from '../market/messages'
import { Distorter } from './faults/distorter'
import type { Ending } from './faults/endings'
import { reshapeErrors, unknownError } from './faults/error-shapes'
import { giantFrame, giantFrameBytes } from './faults/unrequested'
import { frame } from './frames'
import type { Publication } from './publication'
import { answerRequest } from './requests'
import { channelKey, keyOf, writeMessage } from './writing'

export interface ConnectionSource {
  has(market: string): boolean
  snapshot(market: string): BookMessage | null
}

interface ConnectionDependencies {
  readonly clock: Clock
  readonly scenarios: Scenarios
  readonly source: ConnectionSource
  /** Bytes that may wait for a slow reader. */
  readonly maxBuffered: number
  readonly channelsChanged: (key: string, by: 1 | -1) => void
}

const slowAckMilliseconds = 2500
/** Time for a slow reader to receive the reason before it is closed. */
const closeGraceMilliseconds = 2000
const maxWaitingRequests = 1000

/** One client's channels, requests and output. */
export class Connection implements Ending {
  /** Cleared by each ping, set by any data. */
  alive = true
  sent = 0
  readonly connectedAt: number
  readonly #channels = new Map<string, WireChannel>()
  readonly #distorter: Distorter
  /** Requests that are not processed yet. */
  readonly #waiting: string[] = []
  #cancelSlow: (() => void) | null = null
  #cancelGrace: (() => void) | null = null
  #channelSet = ''
  #turn = 0
  #giantUnderWay = false

  constructor(
    readonly id: string,
    readonly clientId: string,
    private readonly socket: WebSocket,
    private readonly stream: Duplex,
    private readonly dependencies: ConnectionDependencies
  ) {
    const { clock, source } = dependencies
    this.connectedAt = clock.now()
    const isOpen = () => this.open
    this.#distorter = new Distorter({
      clock,
      get open() {
        return isOpen()
      },
      on: (name, market) => this.on(name, market),
      snapshot: (market) => source.snapshot(market),
      subscribed: (kind, market) =>
        this.#channels.has(channelKey(kind === 'book' ? 'market_data' : 'execution_data', market)),
      write: (bytes) => this.write(bytes),
      tooFarBehind: () => this.close(1013, 'too far behind to catch up: connect again')
    })
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  get channels(): readonly WireChannel[] {
    return [...this.#channels.values()]
  }

  get buffered(): number {
    return this.stream.writableLength
  }

  get markets(): readonly string[] {
    return [...new Set(this.channels.map(({ params }) => params.market))]
  }

  on(name: ScenarioName, market?: string): boolean {
    const { scenarios } = this.dependencies
    return scenarios.on(
      name,
      market === undefined ? { connection: this.id } : { connection: this.id, market }
    )
  }

  /** Whether a scenario applies to the connection or one of its markets. */
  touchedBy(name: ScenarioName): boolean {
    return this.on(name) || this.markets.some((market) => this.on(name, market))
  }

  /** @param faultless no scenario is active, so the shared bytes can be used */
  deliver(messages: readonly MarketMessage[], publication: () => Publication, faultless: boolean): void {
    if (this.#channels.size === 0 || !this.open) return
    if (faultless && !this.#distorter.busy) {
      const bytes = publication().select(this.#channelSet, this.#channels)
      if (bytes) this.write(bytes)
    } else this.#distorter.deliver(messages.filter((message) => this.#channels.has(keyOf(message))))
  }

  receive(text: string): void {
    this.alive = true
    if (!this.open) return
    const slow = this.on('slow-ack')
    if (!slow && !this.#quiet && this.#waiting.length === 0) return this.#answer(text)
    if (this.#waiting.length >= maxWaitingRequests) return this.close(1008, 'too many waiting requests')
    this.#waiting.push(text)
    if (slow) {
      this.#cancelSlow ??= this.dependencies.clock.later(slowAckMilliseconds, () => this.#answerWaiting())
    }
  }

  /** Binary frames are not requests. */
  receiveBinary(): void {
    this.alive = true
    this.#say({ type: 'error', error: 'MALFORMED_REQUEST' })
  }

  scenarioChanged(name: ScenarioName): void {
    if (!this.open) return
    if (name === 'half-open') {
      if (this.on(name)) this.socket.pause()
      else this.socket.resume()
    }
    this.#distorter.scenarioChanged(name, this.#bookMarkets())
    if (name === 'error-shapes' && this.on(name)) this.#say(unknownError)
    if (name === 'giant-frame' && this.touchedBy(name)) this.sendGiant()
    if (name === 'slow-ack' || name === 'silent' || name === 'half-open') this.#answerWaiting()
  }

  /** Resumes reading. */
  resume(): void {
    this.socket.resume()
  }

  sendGiant(): void {
    this.write(giantFrame())
    this.#giantUnderWay = true
  }

  ping(): void {
    this.alive = false
    if (this.open) this.socket.ping()
  }

  write(bytes: Buffer): void {
    if (!this.open) return
    const waiting = this.stream.writableLength
    this.#giantUnderWay &&= waiting > 0
    const max = this.dependencies.maxBuffered + (this.#giantUnderWay ? giantFrameBytes : 0)
    if (waiting > max) return this.close(1008, 'slow consumer: the messages are not being read')
    this.sent += bytes.length
    this.stream.write(bytes)
  }

  close(code: number, reason: string): void {
    this.#drop()
    this.socket.close(code, reason)
    this.#terminateSoon()
  }

  terminate(): void {
    this.#drop()
    this.socket.terminate()
  }

  reset(): void {
    this.#drop()
    if ('resetAndDestroy' in this.stream && typeof this.stream.resetAndDestroy === 'function') {
      this.stream.resetAndDestroy()
    } else this.terminate()
  }

  writeAndTerminate(bytes: Buffer): void {
    this.#drop()
    this.stream.write(bytes, () => this.terminate())
    this.#terminateSoon()
  }

  closed(): void {
    this.#drop()
    this.#cancelGrace?.()
    this.#cancelGrace = null
  }

  get #quiet(): boolean {
    return this.on('silent') || this.on('half-open')
  }

  #terminateSoon(): void {
    this.#cancelGrace ??= this.dependencies.clock.later(closeGraceMilliseconds, () => this.terminate())
  }

  #bookMarkets(): string[] {
    return this.channels.filter(({ type }) => type === 'market_data').map(({ params }) => params.market)
  }

  #answerWaiting(): void {
    this.#cancelSlow?.()
    this.#cancelSlow = null
    if (this.#quiet) return
    for (const text of this.#waiting.splice(0)) if (this.open) this.#answer(text)
  }

  #answer(text: string): void {
    const begun: WireChannel[] = []
    const answer = answerRequest(text, {
      hasMarket: (market) => this.dependencies.source.has(market),
      hasChannel: ({ type, params }) => this.#channels.has(channelKey(type, params.market)),
      add: (channel) => {
        this.#change(channel, true)
        begun.push(channel)
      },
      remove: (channel) => this.#change(channel, false),
      list: () => this.channels
    })
    this.#turn += 1
    this.#say(this.on('error-shapes') ? reshapeErrors(answer, this.#turn) : answer)
    for (const { type, params } of begun) if (type === 'market_data') this.#begin(params.market)
  }

  #begin(market: string): void {
    // Snapshots are usually written directly; a fault may change them.
    if (this.dependencies.scenarios.active().length > 0) return this.#distorter.begin(market)
    const snapshot = this.dependencies.source.snapshot(market)
    if (snapshot) this.write(frame(writeMessage(snapshot)))
  }

  #change(channel: WireChannel, subscribed: boolean): void {
    const { type, params } = channel
    const key = channelKey(type, params.market)
    if (subscribed) this.#channels.set(key, channel)
    else this.#channels.delete(key)
    this.#distorter.unsubscribed(type === 'market_data' ? 'book' : 'execution', params.market)
    this.#channelSet = [...this.#channels.keys()].sort().join()
    this.dependencies.channelsChanged(key, subscribed ? 1 : -1)
  }

  #say(message: unknown): void {
    this.write(frame(JSON.stringify(message)))
  }

  /** Releases everything except the socket. */
  #drop(): void {
    for (const key of this.#channels.keys()) this.dependencies.channelsChanged(key, -1)
    this.#channels.clear()
    this.#waiting.length = 0
    this.#cancelSlow?.()
    this.#cancelSlow = null
    this.#distorter.dispose()
  }
}
