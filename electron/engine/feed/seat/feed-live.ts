import type { NatsConnection } from '@nats-io/transport-node'
import type { FeedPath } from '#shared/contract/app/diagnostics-stream'
import type { StreamStatus } from '#shared/contract/market/markets'
import { noChannels, streamSentence } from '#shared/domain/connection/stream-sentence'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { fail, toProblem, type Problem } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { systemClock } from '../../base/clock'
import type { FeedAccess } from '../../connection'
import { pause } from '../leader/lease'
import { connectFeed, isRefused, type FeedServer } from '../server/connect'
import { SilentServer } from '../server/silent-server'
import type { FeedSubjects } from '../wire/subjects'
import { maxBeatAge, type FeedState } from './judge'
import { FeedSeat, type SeatObserver } from './seat'

interface FeedLiveOptions {
  readonly access: FeedAccess
  readonly subjects: FeedSubjects
  readonly staleAfter: number
  readonly observer?: SeatObserver
  readonly warn: (sentence: string) => void
}

const retryAfter = 2000
const lookEvery = 500
/** Until the first beat. */
const firstBeatWithin = maxBeatAge

type Facts = Omit<StreamStatus, 'sentence' | 'attempt' | 'roundTrip' | 'since'>

/** The markets of a desk feed, and its state as that of a stream. */
export class FeedLive implements Disposable {
  readonly seat: FeedSeat
  readonly #changed = new Emitter<StreamStatus>()
  readonly onStatus = this.#changed.on
  readonly #stopped = new AbortController()
  #connection: NatsConnection | null = null
  #connectedAt = 0
  #problem: Problem | null = null
  #retryAt: number | null = null
  #attempt = 0
  /** To the server, when it was last asked for. */
  #roundTrip: number | null = null
  #retry: (() => void) | null = null
  #status: StreamStatus

  constructor(private readonly options: FeedLiveOptions) {
    const { subjects, staleAfter, observer } = options
    this.seat = new FeedSeat({ subjects, staleAfter, ...(observer && { observer }) })
    this.#status = this.#judged()
    this.seat.follower.onChange(() => this.#judge())
    this.seat.hub.onChange(() => this.#judge())
  }

  get status(): StreamStatus {
    return this.#status
  }

  get path(): FeedPath {
    const { follower, counts } = this.seat
    const { epoch, beatAge, lag, fault } = follower
    const { items, holes, leaders, oldLeader, unreadable } = follower.counts
    const isHeard = beatAge !== null && beatAge < maxBeatAge
    return {
      fault,
      platform: isHeard ? follower.isLeaderLive : null,
      collector: epoch === null ? null : { epoch, beatAge },
      server: this.#server(),
      seat: { lag, items, holes, readings: counts.readings, leaders, ignored: oldLeader, unreadable }
    }
  }

  start(): void {
    void this.#connect()
  }

  retryNow(): void {
    if (this.#connection) void this.#connection.reconnect().catch(() => undefined)
    this.#retry?.()
  }

  dispose(): void {
    this.#stopped.abort()
    this.#retry?.()
    this.seat.dispose()
    void this.#connection?.close().catch(() => undefined)
    this.#changed.dispose()
  }

  #server(): FeedPath['server'] {
    const connection = this.#connection
    if (!connection || this.seat.follower.state === 'disconnected') return null
    void connection.rtt().then(
      (milliseconds) => (this.#roundTrip = milliseconds),
      () => (this.#roundTrip = null)
    )
    const { info } = connection
    return {
      address: connection.getServer(),
      version: info?.version ?? '',
      roundTrip: this.#roundTrip
    }
  }

  async #connect(): Promise<void> {
    const { access, warn } = this.options
    const { signal } = this.#stopped
    while (!signal.aborted && !this.#connection) {
      this.#retryAt = null
      this.#judge()
      try {
        const server = await connectFeed({ ...access, name: 'leadline' })
        const { connection, warning } = server
        if (signal.aborted) return void connection.close().catch(() => undefined)
        this.#problem = null
        this.#connection = connection
        this.#connectedAt = systemClock.monotonic()
        if (warning) warn(warning)
        this.seat.follow(connection)
        void this.#watchRefusals(connection)
        void this.#leaveSilentServers(server)
        // Without a beat by then, there is no collector.
        systemClock.later(firstBeatWithin, () => this.#judge())
      } catch (thrown) {
        this.#problem = toProblem(thrown)
        this.#attempt += 1
        await this.#pause()
      }
      this.#judge()
    }
  }

  /** The key may be revoked or expire while it is used. */
  async #watchRefusals(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (this.#stopped.signal.aborted) return
      if (status.type === 'error' && isRefused(status.error)) {
        const { servers } = this.options.access
        this.#problem = fail('feed.refused', feedText.refused(servers.join(', '))).problem
      } else if (status.type === 'reconnect') this.#problem = null
      this.#judge()
    }
  }

  async #leaveSilentServers({ connection, servers }: FeedServer): Promise<void> {
    const { signal } = this.#stopped
    const server = new SilentServer(systemClock, connection, servers)
    while (!signal.aborted) {
      if (this.seat.follower.state === 'no-leader') server.look()
      else if (this.seat.follower.state !== 'disconnected') server.heard()
      await pause(systemClock, lookEvery, signal)
    }
  }

  async #pause(): Promise<void> {
    this.#retryAt = systemClock.wall() + retryAfter
    this.#judge()
    await new Promise<void>((resolve) => {
      const cancel = systemClock.later(retryAfter, resolve)
      this.#retry = () => {
        cancel()
        resolve()
      }
    })
    this.#retry = null
  }

  #judge(): void {
    if (this.#stopped.signal.aborted) return
    const status = this.#judged()
    const { since: _since, ...before } = this.#status
    const { since: _now, ...after } = status
    if (JSON.stringify(before) === JSON.stringify(after)) return
    this.#status = status
    this.#changed.fire(status)
  }

  #judged(): StreamStatus {
    const facts = this.#facts()
    const isSame = this.#status?.phase === facts.phase && this.#status.problem?.code === facts.problem?.code
    return {
      ...facts,
      sentence: streamSentence(facts),
      since: isSame ? this.#status.since : systemClock.wall(),
      attempt: this.#attempt,
      roundTrip: null
    }
  }

  #facts(): Facts {
    const { servers } = this.options.access
    const { shared } = this.seat
    const base = {
      isFeed: true,
      ...(shared && { shared: { until: shared.until, every: shared.every } }),
      host: servers.map((server) => new URL(server).host).join(', '),
      stage: 'handshake',
      channels: noChannels,
      problem: this.#problem,
      retryAt: this.#retryAt
    } as const
    if (!this.#connection) {
      const phase = this.#problem === null ? 'connecting' : isRefusal(this.#problem) ? 'refused' : 'waiting'
      return { ...base, phase }
    }
    const { follower, hub } = this.seat
    const { state } = follower
    const isNew = systemClock.monotonic() - this.#connectedAt < firstBeatWithin
    if (isNew && (state === 'no-leader' || follower.position === null))
      return { ...base, phase: 'connecting' }
    if (state === 'live') {
      const markets = hub.markets.length
      return { ...base, phase: 'subscribed', channels: { wanted: markets, confirmed: markets, markets } }
    }
    return {
      ...base,
      phase: state === 'disconnected' ? (this.#problem ? 'refused' : 'waiting') : 'degraded',
      problem: state === 'disconnected' ? (this.#problem ?? problemOf(state)) : problemOf(state)
    }
  }
}

const isRefusal = ({ code }: Problem) => code === 'feed.refused' || code === 'feed.key'

const problemOf = (state: Exclude<FeedState, 'live'>): Problem =>
  fail(`feed.${state}`, feedText.states[state], { retryable: true }).problem
