import type { NatsConnection } from '@nats-io/transport-node'
import { Emitter, type Disposable } from '#shared/domain/base/emitter'
import { toProblem } from '#shared/domain/base/problem'
import type { Clock } from '../../base/clock'
import type { StreamRecorder } from '../../market/live'
import type { SavedMarkets } from '../../market/saved-markets'
import { formatMarkets } from '../../recording/replay/saved-hub'
import { RecordedStream } from '../../recording/stream-recorder'
import type { FeedServer } from '../server/connect'
import { openLeaderBus, openLeaseStore } from '../server/stream'
import type { FeedSubjects } from '../wire/subjects'
import { acquireLease, nothingSeen, pause, type Term } from './lease'
import { FeedPublisher } from './publisher'

interface DeskSharePorts {
  readonly clock: Clock
  readonly connect: () => Promise<FeedServer>
  readonly subjects: FeedSubjects
  /** Shown in the lease. */
  readonly holder: string
  readonly staleAfter: () => number
}

interface DeskShareState {
  readonly phase: 'connecting' | 'waiting' | 'standby' | 'leading' | 'ended'
  /** Of its last term. */
  readonly epoch: number | null
  /** In a sentence. */
  readonly problem: string | null
}

/** Milliseconds without a renewal after which another collector leads. */
const leaseMilliseconds = 3000
const retryEvery = 2000
const lookEvery = 500

/** Makes a collector of a session that is there anyway: it publishes while it leads, and stands by otherwise. */
export class DeskShare implements Disposable {
  state: DeskShareState = { phase: 'connecting', epoch: null, problem: null }
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  readonly #ended = new AbortController()
  #stream: RecordedStream | null = null
  #save: (() => SavedMarkets) | null = null

  constructor(private readonly ports: DeskSharePorts) {}

  /** What the session reports to, besides its recording. */
  readonly recorder: StreamRecorder = {
    reading: () => this.#stream?.reading(),
    frame: (bytes, binary, at) => this.#stream?.frame(bytes, binary, at),
    event: (event) => this.#stream?.event(event),
    attach: (save) => (this.#save = save)
  }

  /**
   * Resolves after `dispose`; another collector may then lead at once.
   * @param isLive whether the session brings data
   */
  async run(isLive: () => boolean): Promise<void> {
    const { clock, connect } = this.ports
    const { signal } = this.#ended
    while (!signal.aborted) {
      let connection: NatsConnection | null = null
      try {
        this.#change({ phase: 'connecting' })
        const server = await connect()
        connection = server.connection
        this.#change({ problem: server.warning })
        await this.#share(server, isLive)
      } catch (thrown) {
        if (!signal.aborted) this.#change({ problem: toProblem(thrown).sentence })
      }
      await connection?.drain().catch(() => undefined)
      if (!signal.aborted) await pause(clock, retryEvery, signal)
    }
    this.#change({ phase: 'ended' })
  }

  dispose(): void {
    this.#ended.abort()
    this.#changed.dispose()
  }

  async #share(server: FeedServer, isLive: () => boolean): Promise<void> {
    const { connection } = server
    const { clock, subjects, holder } = this.ports
    const { signal } = this.#ended
    const bus = await openLeaderBus(connection, subjects)
    const store = await openLeaseStore(server, subjects)
    const lease = { clock, store, seen: nothingSeen(), holder, milliseconds: leaseMilliseconds }
    while (!signal.aborted && !connection.isClosed()) {
      // Without data, another one should lead.
      this.#change({ phase: 'waiting' })
      while (!signal.aborted && !isLive()) await pause(clock, lookEvery, signal)
      this.#change({ phase: 'standby' })
      const term = await acquireLease(lease, signal)
      await this.#lead(term, bus, isLive)
      await term.release()
    }
  }

  /** Until the lease is lost, or the session ends. */
  async #lead(
    term: Term,
    bus: Awaited<ReturnType<typeof openLeaderBus>>,
    isLive: () => boolean
  ): Promise<void> {
    const { clock, subjects, staleAfter } = this.ports
    const over = new AbortController()
    const unsubscribe = term.onLost(() => over.abort())
    const signal = AbortSignal.any([this.#ended.signal, over.signal])
    const save = () => this.#save?.() ?? null
    // What an app shares is not recorded for the desk.
    const recorded = () => term.start.seq
    const ports = { clock, bus, subjects, term, staleAfter: staleAfter(), isLive, save, recorded }
    const publisher = new FeedPublisher(ports)
    try {
      await publisher.start()
      // As in a recording that begins while markets are subscribed.
      const saved = save()
      if (saved) publisher.record('k', clock.monotonic(), formatMarkets(saved))
      this.#stream = new RecordedStream(publisher)
      this.#change({ phase: 'leading', epoch: term.epoch })
      publisher.sendRoundSoon()
      while (!signal.aborted && term.isHeld) await pause(clock, lookEvery, signal)
    } finally {
      this.#stream = null
      unsubscribe()
      publisher.end()
    }
  }

  #change(part: Partial<DeskShareState>): void {
    this.state = { ...this.state, ...part }
    this.#changed.fire()
  }
}
