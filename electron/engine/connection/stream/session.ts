import type { StreamStatus } from '#shared/contract/market/markets'
import type { Problem } from '#shared/domain/base/problem'
import { consequenceOf } from './ending'
import { Link, type LinkEnding } from './link'
import { Liveness } from './liveness'
import { defaultSessionOptions, type SessionOptions } from './options'
import { Pace } from './pace'
import { countChannels, describeChannels, problems, type SessionDescription } from './session-words'
import { Retry } from './retry'
import { Silence } from './silence'
import { StatusBoard } from './status-board'
import { Subscriptions } from './subscriptions'
import type { Channel, Read, SessionPorts } from './types'

/** Several signals report the same sleep. */
const justNow = 2000

/**
 * The connection to the stream. Its phases are those of `StreamStatus`:
 *
 *     idle        start -> connecting
 *     connecting  token and handshake -> open; refused -> connecting (fresh token, once), waiting or refused
 *     open        channel confirmed -> subscribed
 *     subscribed  no frame within the limit -> degraded
 *     degraded    any frame -> open or subscribed; twice the limit -> waiting
 *     waiting     timer, user or wake-up -> connecting
 *     refused     long timer, user or new credentials -> connecting;
 *                 refused by the network: wake-up or another network -> connecting
 *
 * From every connected phase: socket lost, two pings unanswered, requests unanswered -> waiting; sleep -> connecting;
 * and from every phase: stop -> idle.
 */
export class StreamSession {
  readonly #options: SessionOptions
  readonly #board: StatusBoard
  readonly #subscriptions: Subscriptions
  readonly #liveness: Liveness
  readonly #silence: Silence
  readonly #retry: Retry
  #wanted = false
  #link: Link | null = null
  #connected = false
  #linkAt = -Infinity
  #dataSince: number | null = null
  #freshToken = false
  #connects = 0
  #losses = 0
  #lastFrameAt: number | null = null
  #lastDataAt: number | null = null

  constructor(
    private readonly ports: SessionPorts,
    options: Partial<SessionOptions> = {}
  ) {
    this.#options = { ...defaultSessionOptions, ...options }
    const { clock, random, events } = ports
    const { staleAfter, requestEvery, acknowledgeWithin } = this.#options
    this.#board = new StatusBoard(clock, (status) => events.status(status))
    this.#retry = new Retry({
      clock,
      random,
      options: this.#options,
      board: this.#board,
      connect: () => this.#connect()
    })
    this.#subscriptions = new Subscriptions({
      clock,
      events,
      options: this.#options,
      pace: new Pace(requestEvery),
      send: (text) => this.#link?.send(text),
      distrust: (problem) => this.#distrust(problem),
      changed: () => this.#showOpen()
    })
    this.#liveness = new Liveness({
      clock,
      options: this.#options,
      ping: () => this.#link?.ping(),
      dead: () => this.#distrust(problems.dead),
      slept: () => this.#connect(problems.slept),
      measured: (roundTrip) => this.#board.roundTrip(roundTrip)
    })
    this.#silence = new Silence({
      clock,
      staleAfter,
      patience: () => (this.#subscriptions.owedSince === null ? 0 : acknowledgeWithin),
      probe: () => this.#subscriptions.ask(),
      // Silent since this long before it was noticed.
      silent: () =>
        this.#board.enter('degraded', { problem: problems.silent, since: clock.wall() - staleAfter() }),
      over: () => this.#distrust(problems.silent)
    })
  }

  get status(): StreamStatus {
    return this.#board.status
  }

  /** Monotonic; null before the first. */
  get lastFrameAt(): number | null {
    return this.#lastFrameAt
  }

  /** Monotonic; null before the first. */
  get lastDataAt(): number | null {
    return this.#lastDataAt
  }

  describe(): SessionDescription {
    return {
      status: this.status,
      channels: describeChannels(this.#subscriptions.channels.all()),
      owed: this.#subscriptions.waiting,
      missedPings: this.#liveness.missed,
      failures: this.#retry.failures,
      connects: this.#connects,
      losses: this.#losses,
      lastFrameAt: this.#lastFrameAt,
      lastDataAt: this.#lastDataAt
    }
  }

  start(): void {
    if (this.#wanted) return
    this.#wanted = true
    this.#connect()
  }

  stop(): void {
    if (!this.#wanted) return
    this.#wanted = false
    this.#retry.stop()
    this.#freshToken = false
    this.#release('close')
    // A listener may have restarted it.
    if (this.#wanted) return
    this.#board.enter('idle', { attempt: 0 })
  }

  /** Replaces the desired channels. A channel that was removed and added again is resubscribed. */
  desire(channels: readonly Channel[]): void {
    this.#subscriptions.desire(channels)
  }

  /** Requests a new snapshot by resubscribing. */
  resync(market: string): void {
    this.#subscriptions.resync(market)
  }

  /** The user retries, or the credentials changed. */
  retryNow(): void {
    const { phase } = this.status
    if (phase === 'waiting' || phase === 'refused' || phase === 'degraded') this.#connect()
  }

  /** After sleep the service may have dropped the connection. */
  woke(): void {
    const { phase } = this.status
    if (phase === 'idle' || (phase === 'refused' && !this.#wantsNetwork)) return
    const justBegun = this.ports.clock.monotonic() - this.#linkAt < justNow
    if (this.#wantsNetwork || !justBegun) this.#connect(problems.slept)
  }

  /** Another network may have cut the socket or may provide a route. */
  networkChanged(): void {
    if (this.#connected) this.#liveness.hurry()
    else if (this.#wantsNetwork && this.#retry.free) this.#connect()
  }

  /** After which a connection counts as silent. */
  staleLimitChanged(): void {
    if (this.#connected && this.#silence.limitChanged()) this.#showOpen()
  }

  /** Waits for a network change, such as the end of a sign-in page. */
  get #wantsNetwork(): boolean {
    const { phase, problem } = this.status
    return phase === 'waiting' || (phase === 'refused' && problem?.code.startsWith('network.') === true)
  }

  #connect(problem: Problem | null = null): void {
    this.#release('terminate')
    if (!this.#rests) return
    this.#linkAt = this.ports.clock.monotonic()
    this.#retry.connecting()
    this.#connects += 1
    this.#board.enter('connecting', { stage: 'token', problem, attempt: this.status.attempt + 1 })
    if (!this.#rests) return
    const link = new Link(
      { ...this.ports, options: this.#options },
      {
        shaking: (host) => this.#board.enter('connecting', { stage: 'handshake', host, problem }),
        opened: () => this.#opened(),
        frame: (bytes, binary) => this.#frame(bytes, binary),
        pong: () => this.#liveness.pong(),
        ended: (ending) => this.#ended(ending, link.host)
      }
    )
    this.#link = link
    link.start()
  }

  #opened(): void {
    this.#connected = true
    this.#freshToken = false
    this.#retry.opened()
    this.#dataSince = null
    this.#liveness.start()
    this.#silence.start()
    this.ports.events.opened()
    if (!this.#connected) return
    this.#subscriptions.opened()
    this.#showOpen()
  }

  #frame(bytes: Uint8Array, binary: boolean): void {
    const at = this.ports.clock.monotonic()
    this.#lastFrameAt = at
    this.#liveness.received()
    let read: Read
    try {
      read = this.ports.read(bytes, binary, at)
    } catch (thrown) {
      // The book may be partly changed, so start over.
      return this.#distrust(problems.reader(thrown))
    }
    // Unrecognized messages are a sign of life, but not data.
    if (!this.#connected || read === 'unrecognized') return
    if (this.#silence.received(at)) this.#showOpen()
    if (!this.#connected) return
    if (read !== 'market') return this.#subscriptions.receive(read)
    this.#lastDataAt = at
    if (this.#dataSince !== null) return
    this.#dataSince = at
    this.#board.succeeded()
    this.#showOpen()
  }

  #showOpen(): void {
    if (!this.#connected || this.#silence.silent) return
    const channels = countChannels(this.#subscriptions.channels.all())
    // Data proves the subscription, even without an acknowledgement.
    const isServed = channels.confirmed > 0 || (this.#dataSince !== null && channels.wanted > 0)
    this.#board.enter(isServed ? 'subscribed' : 'open', { channels })
  }

  #distrust(problem: Problem): void {
    if (!this.#link) return
    this.#release('terminate')
    if (this.#rests) this.#retry.wait(problem, 0)
  }

  #ended(ending: LinkEnding, host: string): void {
    this.#release('terminate')
    if (!this.#rests) return
    const { then, problem, wait } = consequenceOf(ending, host, this.ports)
    const again = then === 'renew' && !this.#freshToken
    this.#freshToken = again
    // Only a new token contains a scope granted later.
    const tokenRefused = ending.kind === 'refused' && (ending.status === 401 || ending.status === 403)
    if (tokenRefused) this.ports.tokens.drop(ending.token)
    if (again) this.#connect(problem)
    else if (then === 'wait') this.#retry.wait(problem, wait)
    else this.#retry.seldom(problem, wait)
  }

  /** Checked after each event, because a listener may have stopped or restarted the session. */
  get #rests(): boolean {
    return this.#wanted && this.#link === null
  }

  /** Closes the socket and cancels timers and subscriptions. */
  #release(how: 'close' | 'terminate'): void {
    const link = this.#link
    this.#link = null
    link?.release(how)
    this.#liveness.stop()
    this.#silence.stop()
    if (!this.#connected) return
    this.#connected = false
    this.#losses += 1
    if (this.#dataSince !== null) {
      this.#retry.broughtData(this.ports.clock.monotonic() - this.#dataSince >= this.#options.steadyAfter)
    }
    this.#subscriptions.lost()
    this.ports.events.lost()
  }
}
