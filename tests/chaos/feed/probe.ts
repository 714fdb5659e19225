import { jetstream } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { setTimeout as pause } from 'node:timers/promises'
import type { Servers } from './servers'
import { steadyNow } from './steady-time'

const every = 150
const answerWithin = 700

/** Whether the store of the lease can be written by way of any server: otherwise no collector can lead. */
export class LeaseProbe {
  #writtenAt = -Infinity
  /** When it could be written again. */
  recoveredAt = -Infinity
  #isOver = false
  readonly #connections: NatsConnection[] = []

  constructor({ list }: Servers) {
    list.forEach((server, index) => void this.#probe(server.url, index))
  }

  get isWritable(): boolean {
    return steadyNow() - this.#writtenAt < answerWithin
  }

  async close(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#connections.map((each) => each.close().catch(() => undefined)))
  }

  async #probe(url: string, index: number): Promise<void> {
    const connection = await connect({
      ...{ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 100, timeout: 1000 },
      ...{ pingInterval: 1000, maxPingOut: 1, waitOnFirstConnect: true, ignoreClusterUpdates: true }
    })
    this.#connections.push(connection)
    const client = jetstream(connection, { checkAPI: false, timeout: answerWithin })
    while (!this.#isOver) {
      const asked = steadyNow()
      const isWritten = await client.publish(`$KV.leadline_v1_leases.probe${index}`, '').then(
        () => true,
        () => false
      )
      if (isWritten) {
        if (!this.isWritable) this.recoveredAt = steadyNow()
        this.#writtenAt = Math.max(this.#writtenAt, asked)
      }
      await pause(every)
    }
  }
}
