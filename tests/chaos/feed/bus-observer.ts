import { managerOf } from '#engine/feed/server/stream'
import { readMessage } from '#engine/feed/wire/messages'
import type { FeedSubjects } from '#engine/feed/wire/subjects'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Servers } from './servers'

interface Reign {
  /** By the leader's monotonic clock. */
  first: number
  last: number
}

const atOnce = 64

/** What leaders send, by way of every server. */
export class BusObserver {
  readonly #reigns = new Map<number, Reign>()
  /** On the steady clock, when a leader's monotonic clock was zero. */
  readonly #origins = new Map<number, number>()
  #connections: NatsConnection[] = []

  private constructor(private readonly subjects: FeedSubjects) {}

  static async open({ list }: Servers, subjects: FeedSubjects): Promise<BusObserver> {
    const observer = new BusObserver(subjects)
    observer.#connections = await Promise.all(
      list.map(({ url }) =>
        connect({
          ...{ servers: url, ignoreClusterUpdates: true, waitOnFirstConnect: true },
          ...{ maxReconnectAttempts: -1, reconnectTimeWait: 50 }
        })
      )
    )
    for (const connection of observer.#connections)
      for (const subject of [subjects.beat, subjects.frames])
        connection.subscribe(subject, { callback: (_error, { data }) => observer.#receive(data) })
    return observer
  }

  setOrigin(epoch: number, origin: number): void {
    this.#origins.set(epoch, origin)
  }

  /** Pairs of leaders that both sent at the same time. */
  get overlaps(): string[] {
    const found: string[] = []
    const reigns = [...this.#reigns].flatMap(([epoch, { first, last }]) => {
      const origin = this.#origins.get(epoch)
      if (origin === undefined) found.push(`No collector reported that it leads with epoch ${epoch}`)
      return origin === undefined ? [] : [{ epoch, first: first + origin, last: last + origin }]
    })
    reigns.sort((one, other) => one.first - other.first)
    for (const [index, reign] of reigns.slice(1).entries()) {
      const before = reigns[index]!
      const both = Math.round(before.last - reign.first)
      if (both > 0) found.push(`Epochs ${before.epoch} and ${reign.epoch} both sent for ${both} ms`)
    }
    return found
  }

  /**
   * Epochs in the order of the stream; each ought to be there once. A server that was cut off may know its cluster again
   * later than others, so each attempt asks another one.
   */
  async keptEpochs(attempt: number): Promise<number[]> {
    const connection = this.#connections[attempt % this.#connections.length]!
    const manager = await managerOf(connection)
    const { stream } = this.subjects
    const { state } = await manager.streams.info(stream)
    const epochs: number[] = []
    for (let next = state.first_seq; next <= state.last_seq; next += atOnce) {
      const count = Math.min(atOnce, state.last_seq - next + 1)
      const found = await Promise.all(
        Array.from({ length: count }, (_, index) => manager.streams.getMessage(stream, { seq: next + index }))
      )
      for (const stored of found) {
        const epoch = stored && readMessage(stored.data)?.epoch
        if (epoch && epoch !== epochs.at(-1)) epochs.push(epoch)
      }
    }
    return epochs
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((each) => each.close().catch(() => undefined)))
  }

  #receive(bytes: Uint8Array): void {
    const message = readMessage(bytes)
    const times =
      message?.kind === 'beat'
        ? [message.at]
        : message?.kind === 'batch'
          ? message.items.map(({ at }) => at)
          : []
    if (!message || times.length === 0) return
    const reign = this.#reigns.get(message.epoch) ?? { first: Infinity, last: -Infinity }
    this.#reigns.set(message.epoch, reign)
    reign.first = Math.min(reign.first, times[0]!)
    reign.last = Math.max(reign.last, times.at(-1)!)
  }
}
