import { rm } from 'node:fs/promises'
import { jetstream, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { freePort, startNats, type NatsServer } from '../../integration/feed/nats-server'
import { Relay } from './relay'

/** Of JetStream on disk. */
const diskBytes = 4 * 1024 * 1024
const pieceBytes = 128 * 1024
const patience = 60_000
const notFound = 10_059
/** Routes of a cluster notice within seconds that the other side is silent. */
const pings = 'ping_interval: "1s"\nping_max: 2'

/** One server, or a cluster whose routes all have a relay. */
export class Servers {
  /** By the server that is connected from, and the one that is connected to. */
  readonly #routes = new Map<string, Relay>()
  readonly #filling = new Map<number, NatsConnection>()

  /** When the run is interrupted. */
  readonly #endNow = () => this.list.forEach(({ kill }) => kill())

  private constructor(readonly list: NatsServer[]) {}

  static async start(count: 1 | 3): Promise<Servers> {
    const servers = new Servers([])
    if (count === 1) servers.list.push(await startNats('', `max_file_store: ${diskBytes}`))
    else await servers.#startCluster()
    process.once('exit', servers.#endNow)
    return servers
  }

  async #startCluster(): Promise<void> {
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    // Servers announce their addresses to each other; only the relays may lead there.
    const nowhere = await freePort()
    const indexes = [0, 1, 2]
    const starting = indexes.map(async (from) => {
      const routes = []
      for (const to of indexes) {
        if (to === from) continue
        const relay = await Relay.to(ports[to]!)
        this.#routes.set(`${from} ${to}`, relay)
        routes.push(`nats-route://127.0.0.1:${relay.port}`)
      }
      const cluster = `cluster { name: desk, listen: "127.0.0.1:${ports[from]}", advertise: "127.0.0.1:${nowhere}", routes: [${routes.join(', ')}] }`
      return startNats(`server_name: server${from}\n${pings}\n${cluster}`)
    })
    this.list.push(...(await Promise.all(starting)))
  }

  cutRoutes(server: number): void {
    for (const [way, relay] of this.#routes) if (way.split(' ').includes(`${server}`)) relay.cut()
  }

  restoreRoutes(): void {
    for (const relay of this.#routes.values()) relay.restore()
  }

  freeze(server: number): void {
    process.kill(this.list[server]!.pid!, 'SIGSTOP')
  }

  wake(server: number): void {
    process.kill(this.list[server]!.pid!, 'SIGCONT')
  }

  async wipe(server: number): Promise<void> {
    await rm(this.list[server]!.store, { recursive: true, force: true })
  }

  /** Until JetStream stores nothing more. */
  async fill(server: number): Promise<void> {
    const connection = await connect({
      servers: `127.0.0.1:${this.list[server]!.port}`,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true
    })
    this.#filling.set(server, connection)
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: patience })
    await manager.streams.add({ name: 'filling', subjects: ['filling'], storage: 'file' })
    const client = jetstream(connection, { timeout: 1000 })
    for (let size = pieceBytes; size >= 1;) {
      const isKept = await client.publish('filling', Buffer.alloc(size)).then(
        () => true,
        () => false
      )
      if (!isKept) size = Math.floor(size / 2)
    }
  }

  async empty(server: number): Promise<void> {
    const connection = this.#filling.get(server)
    if (!connection) return
    this.#filling.delete(server)
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 1000 })
    // The server may be restarted or wiped meanwhile.
    for (let isGone = false; !isGone;) {
      isGone = await manager.streams.delete('filling').then(
        () => true,
        (thrown: unknown) => thrown instanceof JetStreamApiError && thrown.code === notFound
      )
    }
    await connection.close()
  }

  async stop(): Promise<void> {
    process.off('exit', this.#endNow)
    for (const connection of this.#filling.values()) void connection.close().catch(() => undefined)
    for (const server of this.list) await server.stop()
    for (const relay of this.#routes.values()) relay.close()
  }
}
