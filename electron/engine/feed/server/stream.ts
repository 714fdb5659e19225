import { jetstream, jetstreamManager, PubHeaders, type JetStreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import {
  headers,
  nanos,
  type MsgHdrs,
  type NatsConnection,
  type PublishOptions
} from '@nats-io/transport-node'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import { systemClock } from '../../base/clock'
import type { LeaderBus, StreamPlace } from '../leader/publisher'
import { pause, type LeaseStore } from '../leader/lease'
import type { FeedSubjects } from '../wire/subjects'
import type { FeedServer } from './connect'
import { SilentServer } from './silent-server'

/** A seat that joins needs the last keyframes and what follows. */
const keptMilliseconds = 60_000
const keptBytes = 256 * 1024 * 1024
/** For the answer of the server; less than the half of a lease. */
const answerWithin = 1000
const wrongRevision = 10_071
const notFound = 10_059
/** No suitable servers; not enough of anything; none but one. */
const tooFewServers = [10_005, 10_023, 10_074]
const leaseBucket = 'leadline_v1_leases'
/** Milliseconds until a store that is there can be read: server 2.9.10 crashes if one is read while another client creates it. */
const createdWithin = 200
/** In a cluster, so that it survives the loss of a server. */
const replicas = 3

/** Without asking for the account, which a seat may not. */
const withoutCheck = { checkAPI: false, timeout: answerWithin }

/** The servers of a cluster have to agree. */
const whileOpening = { checkAPI: false, timeout: 5000 }
const openingManager = (connection: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(connection, whileOpening)

export const managerOf = (connection: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(connection, withoutCheck)

/** Creates the stream, or adapts it; a server that restarted has lost it. */
export async function openLeaderBus(connection: NatsConnection, subjects: FeedSubjects): Promise<LeaderBus> {
  const manager = await managerOf(connection)
  const { stream } = subjects
  const open = () => openStream(connection, subjects)
  await opened(open())
  const client = jetstream(connection, withoutCheck)
  const publish = (subject: string, bytes: Uint8Array, options?: PublishOptions): void => {
    try {
      connection.publish(subject, bytes, options)
    } catch {
      // It is too large for this server, or the connection has ended. Seats see that it is missing.
    }
  }
  return {
    send: publish,
    keep: (subject, bytes, place) => publish(subject, bytes, { headers: expecting(stream, place) }),
    async confirm(subject, bytes, place) {
      await client.publish(subject, bytes, { headers: expecting(stream, place), timeout: answerWithin })
    },
    async lastNumber() {
      const { state } = await manager.streams.info(stream).catch(async (thrown: unknown) => {
        if (!isError(thrown, notFound)) throw thrown
        await open()
        return manager.streams.info(stream)
      })
      return state.last_seq
    }
  }
}

/** A number alone could be that of another message. */
function expecting(stream: string, { id, after, afterId }: StreamPlace): MsgHdrs {
  const lines = headers()
  lines.set(PubHeaders.ExpectedStreamHdr, stream)
  lines.set(PubHeaders.MsgIdHdr, id)
  lines.set(PubHeaders.ExpectedLastSeqHdr, String(after))
  if (afterId !== null) lines.set(PubHeaders.ExpectedLastMsgIdHdr, afterId)
  return lines
}

async function openStream(connection: NatsConnection, { stream, frames, keys }: FeedSubjects): Promise<void> {
  const { streams } = await openingManager(connection)
  const limits = {
    subjects: [frames, keys],
    max_age: nanos(keptMilliseconds),
    max_bytes: keptBytes,
    duplicate_window: nanos(1000)
  }
  await withReplicas(connection, (num_replicas) =>
    streams.add({ name: stream, storage: 'memory', discard: 'old', num_replicas, ...limits })
  ).catch(() => streams.update(stream, limits))
  await replicate(connection, stream)
}

/** Three in a cluster that is large enough. */
const withReplicas = <Made>(
  { info }: NatsConnection,
  create: (count: number) => Promise<Made>
): Promise<Made> =>
  info?.cluster === undefined
    ? create(1)
    : create(replicas).catch((thrown: unknown) => {
        if (!tooFewServers.some((code) => isError(thrown, code))) throw thrown
        return create(1)
      })

/** It may have been created while there were fewer servers. */
async function replicate(connection: NatsConnection, stream: string): Promise<void> {
  if (connection.info?.cluster === undefined) return
  const { streams } = await openingManager(connection)
  const { config } = await streams.info(stream)
  if (config.num_replicas < replicas)
    await streams.update(stream, { num_replicas: replicas }).catch(() => undefined)
}

/** Creates the store, again on a server that lost its files. */
export async function openLeaseStore(
  { connection, servers }: Pick<FeedServer, 'connection' | 'servers'>,
  { lease }: FeedSubjects
): Promise<LeaseStore> {
  const server = new SilentServer(systemClock, connection, servers)
  const { streams } = await managerOf(connection)
  const stream = `KV_${leaseBucket}`
  const stores = new Kvm(jetstream(connection, withoutCheck))
  const open = async () => {
    const opening = new Kvm(jetstream(connection, whileOpening))
    await withReplicas(connection, (count) => opening.create(leaseBucket, { history: 1, replicas: count }))
    await replicate(connection, stream)
  }
  await opened(open())
  const store = await stores.open(leaseBucket, { allow_direct: false })
  const unlessTaken = (writing: Promise<number>): Promise<number | null> =>
    writing.catch((thrown: unknown) => {
      if (isError(thrown, wrongRevision)) return null
      throw thrown
    })
  let isThere = false
  void (async () => {
    for await (const { type } of connection.status()) if (type === 'disconnect') isThere = false
  })()
  const find = async () => {
    if (!isThere) {
      await streams.info(stream).catch(async (thrown: unknown) => {
        if (!isError(thrown, notFound)) throw thrown
        await open()
      })
      await pause(systemClock, createdWithin)
      isThere = true
    }
    return store.get(lease).catch((thrown: unknown) => {
      isThere = false
      throw thrown
    })
  }
  return {
    async read() {
      const entry = await find().catch((thrown: unknown) => {
        server.look()
        throw thrown
      })
      server.heard()
      return entry?.operation === 'PUT' ? { text: entry.string(), revision: entry.revision } : null
    },
    create: (text) => unlessTaken(store.create(lease, text)),
    update: (text, revision) => unlessTaken(store.update(lease, text, revision))
  }
}

const opened = <Made>(opening: Promise<Made>): Promise<Made> =>
  opening.catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw fail('feed.stream', feedText.noStream(detail), { retryable: true, cause })
  })

const isError = (thrown: unknown, code: number): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === code
