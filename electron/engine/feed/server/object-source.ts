import type { NatsConnection } from '@nats-io/transport-node'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { SharedFeed } from '../../recording/catalog/messages'
import { serviceFolder } from '../../recording/location'
import type { SharedSource } from '../../recording/shared/shared-recordings'
import { connectFeed, type FeedServer } from './connect'
import { bucketOf, ObjectReader } from './object-reader'

/** The recordings in the object store of a desk feed's server. It connects when something is read. */
export class ObjectSource implements SharedSource {
  readonly name: string
  readonly #reader: ObjectReader
  #server: Promise<FeedServer> | null = null
  /** The client fails what was asked before it counts a connection as closed. */
  readonly #lost = new WeakSet<NatsConnection>()
  #isDisposed = false

  constructor(private readonly feed: SharedFeed) {
    const { service, access } = feed
    this.name = access.servers.map((server) => new URL(server).host).join(', ')
    this.#reader = new ObjectReader({ request: (...asked) => this.#request(...asked) }, bucketOf(service))
  }

  services = (): Promise<readonly string[]> => Promise.resolve([serviceFolder(this.feed.service)])

  storeOf = (): Promise<ObjectReader> => Promise.resolve(this.#reader)

  notRead = (reason: string): string => recordingText.shared.readFailed(reason)

  dispose(): void {
    this.#isDisposed = true
    this.#reset()
  }

  /** Once more if the connection ended meanwhile: another server may answer. */
  async #request(...asked: Parameters<NatsConnection['request']>) {
    for (let isAgain = false; ; isAgain = true) {
      if (this.#isDisposed)
        throw fail('recording.shared-stalled', recordingText.shared.stalled, { retryable: true })
      const server = (this.#server ??= this.#connect())
      let connection: NatsConnection | null = null
      try {
        connection = (await server).connection
        return await connection.request(...asked)
      } catch (thrown) {
        const isOver = connection !== null && (connection.isClosed() || this.#lost.has(connection))
        // The next attempt says whether the key is still accepted.
        if (this.#server === server) this.#reset()
        if (isAgain || !isOver) throw thrown
      }
    }
  }

  #reset(): void {
    const server = this.#server
    this.#server = null
    void server?.then(({ connection }) => connection.close()).catch(() => undefined)
  }

  /** The client would wait for the server to come back; here, what was asked fails. */
  async #connect(): Promise<FeedServer> {
    const server = await connectFeed({ ...this.feed.access, name: 'leadline-recordings' })
    const { connection } = server
    const watch = async () => {
      for await (const { type } of connection.status()) {
        if (type !== 'disconnect') continue
        this.#lost.add(connection)
        void connection.close()
      }
    }
    void watch().catch(() => undefined)
    return server
  }
}
