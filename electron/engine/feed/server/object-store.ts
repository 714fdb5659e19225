import { jetstream, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream'
import { Objm, type ObjectStore } from '@nats-io/obj'
import type { NatsConnection } from '@nats-io/transport-node'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { serviceDigest, type ServiceNamed } from '../../connection'
import { abandonedAfter, maxSharedNames, type SharedStore } from '../../recording/shared/store'
import { managerOf } from './stream'

/** Of one message, far below any server's limit. */
const chunkBytes = 128 * 1024
/** Milliseconds for an answer, and between two pieces. */
const answerWithin = 10_000
const notFound = 10_059
const noMessage = 10_037

/** In letters that a bucket may have. */
export const bucketOf = (service: ServiceNamed): string => `leadline_v1_recordings_${serviceDigest(service)}`

interface StoredObject {
  readonly name: string
  readonly nuid: string
  readonly deleted: boolean
}

/** The object store of a NATS server, which needs no further program. */
export class ObjectSharedStore implements SharedStore {
  /** A day of many markets has more files than an object store lists quickly. */
  readonly hasParquet = false

  private constructor(
    private readonly store: ObjectStore,
    private readonly manager: JetStreamManager,
    private readonly bucket: string
  ) {}

  /** Creates it if there is none. */
  static create(connection: NatsConnection, service: ServiceNamed): Promise<ObjectSharedStore> {
    return ObjectSharedStore.#begin(connection, service, (stores, bucket) => stores.create(bucket))
  }

  static open(connection: NatsConnection, service: ServiceNamed): Promise<ObjectSharedStore> {
    return ObjectSharedStore.#begin(connection, service, (stores, bucket) => stores.open(bucket, false))
  }

  static async #begin(
    connection: NatsConnection,
    service: ServiceNamed,
    begin: (stores: Objm, bucket: string) => Promise<ObjectStore>
  ): Promise<ObjectSharedStore> {
    const bucket = bucketOf(service)
    const stores = new Objm(jetstream(connection, { checkAPI: false, timeout: answerWithin }))
    const [store, manager] = await answered(Promise.all([begin(stores, bucket), managerOf(connection)]))
    return new ObjectSharedStore(store, manager, bucket)
  }

  async names(folder: string, signal: AbortSignal): Promise<readonly string[]> {
    const beginning = `${folder}/`
    return (await this.#objects(signal))
      .filter(({ name, deleted }) => !deleted && name.startsWith(beginning))
      .map(({ name }) => name.slice(beginning.length))
      .sort()
  }

  async *read(name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const missing = () => fail('recording.shared-file', recordingText.shared.noFile(name))
    const info = await answered(this.store.info(name).catch(nullIfMissing))
    // A link would lead into another store.
    if (!info || info.deleted || info.options?.link) throw missing()
    const found = await answered(this.store.get(name))
    if (!found) throw missing()
    void found.error.catch(() => undefined)
    const reader = found.data.getReader()
    try {
      for (;;) {
        signal.throwIfAborted()
        const { done, value } = await answered(reader.read())
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
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
    await this.store.put(about, stream, { timeout: answerWithin }).catch(refused)
  }

  /** Without the mark that the client would leave. Pieces that are left if this is interrupted are swept. */
  async remove(name: string): Promise<void> {
    const info = await answered(this.store.info(name).catch(nullIfMissing))
    if (!info) return
    const entry = `$O.${this.bucket}.M.${Buffer.from(name).toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`
    for (const filter of [entry, `$O.${this.bucket}.C.${info.nuid}`])
      await answered(this.manager.streams.purge(`OBJ_${this.bucket}`, { filter }))
  }

  /** Pieces of objects that a killed collector did not finish. */
  async sweep(now: number, signal: AbortSignal): Promise<void> {
    const stream = `OBJ_${this.bucket}`
    const known = new Set((await this.#objects(signal)).map(({ nuid }) => nuid))
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

  async #objects(signal: AbortSignal): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = []
    const watch = await answered(
      this.store.watch({ includeHistory: true, ...{ historyOnly: true } }).catch(nullIfMissing)
    )
    if (!watch) return []
    const objects = watch[Symbol.asyncIterator]()
    try {
      for (;;) {
        signal.throwIfAborted()
        const { done, value } = await answered(objects.next())
        if (done) return found
        if (found.length >= maxSharedNames * 2)
          throw fail('recording.shared-full', recordingText.shared.tooMany)
        const { name, nuid, deleted } = value as Partial<StoredObject>
        if (typeof name === 'string' && typeof nuid === 'string')
          found.push({ name, nuid, deleted: deleted === true })
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

function refused(thrown: unknown): never {
  if (thrown instanceof ProblemError) throw thrown
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  throw fail('recording.shared-store', recordingText.shared.storeFailed(detail), {
    retryable: true,
    cause: thrown
  })
}

/** A server that does not answer is not waited for. */
async function answered<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(fail('recording.shared-stalled', recordingText.shared.stalled, { retryable: true })),
      answerWithin
    )
  })
  try {
    return await Promise.race([work, late])
  } catch (thrown) {
    return refused(thrown)
  } finally {
    clearTimeout(timer)
  }
}
