import { jetstream, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream'
import { Objm, type ObjectStore } from '@nats-io/obj'
import type { NatsConnection } from '@nats-io/transport-node'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { ServiceNamed } from '../../connection'
import { abandonedAfter, maxSharedNames, type SharedStore } from '../../recording/shared/store'
import { answered, answerWithin, bucketOf, entryOf, ObjectReader, problemOf } from './object-reader'
import { managerOf } from './stream'

/** Of one message, far below any server's limit. */
const chunkBytes = 128 * 1024
const notFound = 10_059
const noMessage = 10_037

/** The object store of a NATS server, which needs no further program. */
export class ObjectSharedStore implements SharedStore {
  /** A day of many markets has more files than an object store lists quickly. */
  readonly hasParquet = false

  private constructor(
    private readonly store: ObjectStore,
    private readonly manager: JetStreamManager,
    private readonly bucket: string,
    private readonly reader: ObjectReader
  ) {}

  /** Creates it if there is none. */
  static async create(connection: NatsConnection, service: ServiceNamed): Promise<ObjectSharedStore> {
    const bucket = bucketOf(service)
    const stores = new Objm(jetstream(connection, { checkAPI: false, timeout: answerWithin }))
    const made = Promise.all([stores.create(bucket), managerOf(connection)])
    const [store, manager] = await answered(made, recordingText.shared.storeFailed)
    return new ObjectSharedStore(store, manager, bucket, new ObjectReader(connection, bucket))
  }

  names(folders: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    return this.reader.names(folders, signal)
  }

  read(name: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return this.reader.read(name, signal)
  }

  async write(name: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const from = pieces[Symbol.asyncIterator]()
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        signal.throwIfAborted()
        const { done, value } = await from.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      }
    })
    const about = { name, options: { max_chunk_size: chunkBytes } }
    await this.store.put(about, stream, { timeout: answerWithin }).catch((thrown: unknown) => {
      throw problemOf(thrown, recordingText.shared.storeFailed)
    })
  }

  /** Without the mark that the client would leave. Pieces that are left if this is interrupted are swept. */
  async remove(name: string): Promise<void> {
    const info = await answered(this.store.info(name).catch(nullIfMissing))
    if (!info) return
    for (const filter of [entryOf(this.bucket, name), `$O.${this.bucket}.C.${info.nuid}`])
      await answered(this.manager.streams.purge(`OBJ_${this.bucket}`, { filter }))
  }

  /** Pieces of objects that a killed collector did not finish. */
  async sweep(now: number, signal: AbortSignal): Promise<void> {
    const stream = `OBJ_${this.bucket}`
    const known = await this.#pieceIds(signal)
    const pieces = `$O.${this.bucket}.C.`
    const { state } = await answered(this.manager.streams.info(stream, { subjects_filter: `${pieces}>` }))
    for (const subject of Object.keys(state.subjects ?? {})) {
      signal.throwIfAborted()
      if (known.has(subject.slice(pieces.length))) continue
      const last = await this.manager.streams.getMessage(stream, { last_by_subj: subject }).catch(() => null)
      if (last && last.time.getTime() < now - abandonedAfter)
        await answered(this.manager.streams.purge(stream, { filter: subject }))
    }
  }

  /** Of objects with an entry. */
  async #pieceIds(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    const watch = await answered(
      this.store.watch({ includeHistory: true, ...{ historyOnly: true } }).catch(nullIfMissing)
    )
    if (!watch) return found
    const objects = watch[Symbol.asyncIterator]()
    try {
      for (;;) {
        signal.throwIfAborted()
        const { done, value } = await answered(objects.next())
        if (done) return found
        if (found.size >= maxSharedNames * 2)
          throw fail('recording.shared-full', recordingText.shared.tooMany)
        found.add(value.nuid)
      }
    } finally {
      watch.stop()
    }
  }
}

function nullIfMissing(thrown: unknown): null {
  if (thrown instanceof JetStreamApiError && [notFound, noMessage].includes(thrown.code)) return null
  throw thrown
}
