import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { systemClock } from '../../base/clock'
import type { BookTimes } from '../../market/live/book-times'
import type { SharedNews } from '../../recording/replay/logged-event'
import { RecordedHub } from '../../recording/replay/recorded-hub'
import { pause } from '../leader/lease'
import { managerOf } from '../server/stream'
import { readMessage, type FeedMessage } from '../wire/messages'
import type { FeedSubjects } from '../wire/subjects'
import { catchUp } from './catch-up'
import { FeedFollower } from './follower'
import { Marks } from './marks'
import { SeatMarkets } from './seat-markets'

/** For Diagnostics and the service's clock. `at` is monotonic on this computer. */
export interface SeatObserver extends BookTimes {
  /** Called before a frame takes effect. */
  frame(frame: Uint8Array, isBinary: boolean, at: number): void
}

interface SeatOptions {
  readonly subjects: FeedSubjects
  /** Until the leader says so. */
  readonly staleAfter: number
  readonly observer?: SeatObserver
}

/** Messages that were delayed may still close a hole. */
const waitBefore = 50
const waitAfterFailure = 500

/** The markets of a feed, without a connection to the platform. */
export class FeedSeat {
  readonly hub: RecordedHub
  readonly follower: FeedFollower
  readonly markets: SeatMarkets
  readonly marks = new Marks()
  /** What seats can fetch of the desk's recordings; null if nothing is shared, or that is not known. */
  shared: SharedNews | null = null
  /** Readings of the stream, and those that failed. */
  readonly counts = { readings: 0, failedReadings: 0 }
  #connection: NatsConnection | null = null
  #subscriptions: readonly Subscription[] = []
  /** Of keyframes, while the stream does not have what is missing. */
  #keys: Subscription | null = null
  #isReading = false
  readonly #stopped = new AbortController()

  constructor(private readonly options: SeatOptions) {
    const { staleAfter, observer } = options
    const now = () => systemClock.monotonic()
    // Old messages say nothing about the clock of the service.
    const times = (take: BookTimes['updateTime']) => (seconds: number, nanoseconds: number) => {
      if (!this.follower.isMissing) take(seconds, nanoseconds, now())
    }
    this.hub = new RecordedHub({
      staleAfter: () => staleAfter,
      times: observer && {
        updateTime: times((...time) => observer.updateTime(...time)),
        snapshotTime: times((...time) => observer.snapshotTime(...time))
      }
    })
    this.follower = new FeedFollower({
      clock: systemClock,
      hub: this.hub,
      received: (frame, isBinary) => observer?.frame(frame, isBinary, now()),
      recorded: (next, shared) => {
        this.shared = shared ?? null
        if (shared) this.marks.share(shared.next)
        this.#mark(next)
      }
    })
    this.markets = new SeatMarkets(this.hub, this.follower)
    this.hub.onChange(() => this.#timeMark())
    this.follower.onChange(() => this.#readIfMissing())
  }

  /** The connection is the caller's, and stays until it is closed. */
  follow(connection: NatsConnection): void {
    const { frames, beat } = this.options.subjects
    this.#connection = connection
    this.#subscriptions = [this.#subscribe(connection, frames), this.#subscribe(connection, beat)]
    void this.#watch(connection)
    this.follower.setConnected(!connection.isClosed())
    this.#readIfMissing()
  }

  dispose(): void {
    this.#stopped.abort()
    for (const subscription of [...this.#subscriptions, this.#keys]) subscription?.unsubscribe()
    this.markets.dispose()
    this.marks.dispose()
    this.follower.dispose()
    this.hub.dispose()
  }

  /** How often it began to follow without what came before. */
  get run(): number {
    const { keyframes, leaders } = this.follower.counts
    return keyframes + leaders
  }

  /** Milliseconds by which the service's clock is ahead of the leader's; null while unknown. */
  get lead(): number | null {
    const { now, serviceNow } = this.hub
    return serviceNow === null ? null : serviceNow - now
  }

  #mark(next: number): void {
    const { hub, run } = this
    const { now: at, serviceNow: serviceAt } = hub
    const trades = new Map(hub.markets.map(({ name, tape }) => [name, tape.arrivals]))
    this.marks.add({ next, at, serviceAt, isEarly: serviceAt === null, trades, run })
  }

  /** The service's clock is known with the first messages after it. */
  #timeMark(): void {
    const { marks, run, lead } = this
    const { last } = marks
    if (last?.serviceAt !== null || last.run !== run) return
    if (lead !== null) marks.time(lead)
  }

  #subscribe(connection: NatsConnection, subject: string): Subscription {
    return connection.subscribe(subject, {
      callback: (error, { data }) => {
        if (!error) this.#receive(readMessage(data))
      }
    })
  }

  #receive(message: FeedMessage | null): void {
    if (this.#stopped.signal.aborted) return
    if (message) this.follower.receive(message)
    else this.follower.counts.unreadable += 1
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.#stopped.signal.aborted) return
      if (type === 'disconnect' || type === 'close') this.follower.setConnected(false)
      else if (type === 'reconnect') this.follower.setConnected(true)
    }
  }

  #readIfMissing(): void {
    if (!this.follower.isMissing) {
      this.#keys?.unsubscribe()
      this.#keys = null
    } else if (this.#connection && !this.#isReading) void this.#read(this.#connection)
  }

  async #read(connection: NatsConnection): Promise<void> {
    const { signal } = this.#stopped
    this.#isReading = true
    await pause(systemClock, waitBefore, signal)
    while (!signal.aborted && this.follower.isMissing) {
      await this.#readStream(connection)
      if (this.follower.isMissing) await pause(systemClock, waitAfterFailure, signal)
    }
    this.#isReading = false
  }

  async #readStream(connection: NatsConnection): Promise<void> {
    const { subjects } = this.options
    const { epoch, position } = this.follower
    this.counts.readings += 1
    try {
      // Messages sent from now on arrive anyway, so nothing falls between.
      await connection.flush()
      await catchUp(await managerOf(connection), subjects, { epoch, position }, (message) => {
        this.#receive(message)
        return this.follower.isMissing && !this.#stopped.signal.aborted
      })
    } catch {
      this.counts.failedReadings += 1
    }
    if (this.follower.isMissing && !this.#stopped.signal.aborted && !connection.isClosed())
      this.#keys ??= this.#subscribe(connection, subjects.keys)
  }
}
