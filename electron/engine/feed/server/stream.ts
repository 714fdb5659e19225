import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { nanos, type NatsConnection } from '@nats-io/transport-node'
import { fail } from '#shared/domain/base/problem'
import { feedText } from '#shared/messages/feed'
import type { LeaderBus } from '../leader/publisher'
import type { LeaseStore } from '../leader/lease'
import type { FeedSubjects } from '../wire/subjects'

/** A seat that joins needs the last keyframes and what follows. */
const keptMilliseconds = 60_000
const keptBytes = 256 * 1024 * 1024
/** For the answer of the server; less than the half of a lease. */
const answerWithin = 1000
const wrongRevision = 10_071
const leaseBucket = 'leadline_v1_leases'

/** Without asking for the account, which a seat may not. */
const withoutCheck = { checkAPI: false, timeout: answerWithin }

export const managerOf = (connection: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(connection, withoutCheck)

/** Creates the stream, or adapts it. */
export async function openLeaderBus(connection: NatsConnection, subjects: FeedSubjects): Promise<LeaderBus> {
  const manager = await managerOf(connection)
  const { stream, frames, keys } = subjects
  const limits = {
    subjects: [frames, keys],
    max_age: nanos(keptMilliseconds),
    max_bytes: keptBytes,
    duplicate_window: nanos(1000)
  }
  await manager.streams
    .add({ name: stream, storage: 'memory', discard: 'old', ...limits })
    .catch(() => manager.streams.update(stream, limits))
    .catch((cause: unknown) => {
      const detail = cause instanceof Error ? cause.message : String(cause)
      throw fail('feed.stream', feedText.noStream(detail), { retryable: true, cause })
    })
  const client = jetstream(connection, withoutCheck)
  return {
    send: (subject, bytes) => {
      if (!connection.isClosed()) connection.publish(subject, bytes)
    },
    async keep(subject, bytes, after) {
      const expect = { streamName: stream, lastSequence: after }
      await client.publish(subject, bytes, { expect, timeout: answerWithin })
    },
    async lastNumber() {
      const { state } = await manager.streams.info(stream)
      return state.last_seq
    }
  }
}

export async function openLeaseStore(
  connection: NatsConnection,
  { lease }: FeedSubjects
): Promise<LeaseStore> {
  const store = await new Kvm(jetstream(connection, withoutCheck)).create(leaseBucket, { history: 1 })
  const unlessTaken = (writing: Promise<number>): Promise<number | null> =>
    writing.catch((thrown: unknown) => {
      if (isTaken(thrown)) return null
      throw thrown
    })
  return {
    async read() {
      const entry = await store.get(lease)
      return entry?.operation === 'PUT' ? { text: entry.string(), revision: entry.revision } : null
    },
    create: (text) => unlessTaken(store.create(lease, text)),
    update: (text, revision) => unlessTaken(store.update(lease, text, revision))
  }
}

const isTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === wrongRevision
