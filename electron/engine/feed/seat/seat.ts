import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { systemClock } from '../../base/clock'
import { RecordedHub } from '../../recording/replay/recorded-hub'
import { pause } from '../leader/lease'
import { managerOf } from '../server/stream'
import { readMessage, type FeedMessage } from '../wire/messages'
import type { FeedSubjects } from '../wire/subjects'
import { catchUp } from './catch-up'
import { FeedFollower } from './follower'
import { SeatMarkets } from './seat-markets'

interface SeatOptions {
  readonly connection: NatsConnection
  readonly subjects: FeedSubjects
  /** Until the leader says so. */
  readonly staleAfter: number
}

/** Messages that were delayed may still close a hole. */
const waitBefore = 50
const waitAfterFailure = 500

/** The markets of a feed, without a connection to the platform. */
export class FeedSeat {
  readonly hub: RecordedHub
  readonly follower: FeedFollower
  readonly markets: SeatMarkets
  /** Readings of the stream, and those that failed. */
  readonly counts = { readings: 0, failedReadings: 0 }
  readonly #subscriptions: Subscription[]
  /** Of keyframes, while the stream cannot be read. */
  #keys: Subscription | null = null
  #isReading = false
  readonly #stopped = new AbortController()

  constructor(private readonly options: SeatOptions) {
    const { connection, subjects, staleAfter } = options
    this.hub = new RecordedHub({ staleAfter: () => staleAfter })
    this.follower = new FeedFollower({ clock: systemClock, hub: this.hub })
    this.markets = new SeatMarkets(this.hub, this.follower)
    this.#subscriptions = [this.#subscribe(subjects.frames), this.#subscribe(subjects.beat)]
    this.follower.onChange(() => this.#readIfMissing())
    void this.#watch()
    this.follower.setConnected(!connection.isClosed())
    this.#readIfMissing()
  }

  /** The connection is the caller's. */
  dispose(): void {
    this.#stopped.abort()
    for (const subscription of [...this.#subscriptions, this.#keys]) subscription?.unsubscribe()
    this.markets.dispose()
    this.follower.dispose()
    this.hub.dispose()
  }

  #subscribe(subject: string): Subscription {
    return this.options.connection.subscribe(subject, {
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

  async #watch(): Promise<void> {
    for await (const { type } of this.options.connection.status()) {
      if (this.#stopped.signal.aborted) return
      if (type === 'disconnect' || type === 'close') this.follower.setConnected(false)
      else if (type === 'reconnect') this.follower.setConnected(true)
    }
  }

  #readIfMissing(): void {
    if (!this.follower.isMissing) {
      this.#keys?.unsubscribe()
      this.#keys = null
    } else if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    const { signal } = this.#stopped
    this.#isReading = true
    await pause(systemClock, waitBefore, signal)
    while (!signal.aborted && this.follower.isMissing) {
      await this.#readStream()
      if (this.follower.isMissing) await pause(systemClock, waitAfterFailure, signal)
    }
    this.#isReading = false
  }

  async #readStream(): Promise<void> {
    const { connection, subjects } = this.options
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
      if (!this.#stopped.signal.aborted && !connection.isClosed())
        this.#keys ??= this.#subscribe(subjects.keys)
    }
  }
}
