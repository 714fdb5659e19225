import { rm } from 'node:fs/promises'
import { jetstream, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { freePort, startNats, type NatsServer } from '../../integration/feed/nats-server'
import { Namespaces } from './namespaces'
import { Relay } from './relay'

/** Of JetStream on disk. */
const diskBytes = 4 * 1024 * 1024
const pieceBytes = 128 * 1024
const patience = 60_000
const notFound = 10_059
/** Routes of a cluster notice within seconds that the other side is silent. */
const pings = 'ping_interval: "1s"\nping_max: 2'
const clusterOf = (server: number, listen: string, routes: readonly string[], more = '') =>
  `server_name: server${server}\n${pings}\ncluster { name: desk, listen: "${listen}"${more}, routes: [${routes.join(', ')}] }`

const [clientPort, routePort] = [4222, 6222]
const indexes = [0, 1, 2]

/** One server, or a cluster with servers that can be cut off. */
export class Servers {
  /** How servers are cut off; null for a server alone. */
  cutBy: string | null = null
  #namespaces: Namespaces | null = null
  /** Without namespaces, by the server that is connected from, and the one that is connected to. */
  readonly #routes = new Map<string, Relay>()
  readonly #filling = new Map<number, NatsConnection>()

  /** When the run is interrupted. */
  readonly #endNow = () => {
    for (const { kill } of this.list) kill()
    this.#namespaces?.removeNow()
  }

  private constructor(readonly list: NatsServer[]) {}

  static async start(count: 1 | 3, mayUseNamespaces: boolean): Promise<Servers> {
    const servers = new Servers([])
    process.once('exit', servers.#endNow)
    if (count === 1) servers.list.push(await startNats('', `max_file_store: ${diskBytes}`))
    else await servers.#startCluster(mayUseNamespaces)
    return servers
  }

  /** Where a client that may be cut off connects to. */
  clientHost = (server: number): string => this.#namespaces?.clientHost(server) ?? this.list[server]!.host

  /** Returns what cuts it off. Relays of its clients are left to the caller. */
  async cut(server: number, withClients: boolean): Promise<'network' | 'relays'> {
    if (this.#namespaces) {
      await this.#namespaces.cut(server, withClients)
      return 'network'
    }
    for (const [way, relay] of this.#routes) if (way.split(' ').includes(`${server}`)) relay.cut()
    return 'relays'
  }

  async restore(): Promise<void> {
    await this.#namespaces?.restore()
    for (const relay of this.#routes.values()) relay.restore()
  }

  async #startCluster(mayUseNamespaces: boolean): Promise<void> {
    this.cutBy = 'network namespaces'
    if (!mayUseNamespaces) this.cutBy = 'relays'
    else
      this.#namespaces = await Namespaces.create(indexes.length).catch((thrown: unknown) => {
        this.cutBy = `relays, because network namespaces failed: ${String(thrown).trimEnd().split('\n').at(-1)}`
        return null
      })
    await (this.#namespaces ? this.#startIn(this.#namespaces) : this.#startWithRelays())
  }

  async #startIn(namespaces: Namespaces): Promise<void> {
    const starting = indexes.map((server) => {
      const others = indexes.filter((other) => other !== server)
      const routes = others.map((other) => `nats-route://${namespaces.routeHost(other, server)}:${routePort}`)
      const home = { host: namespaces.observerHost(server), command: namespaces.commandOf(server) }
      return startNats(clusterOf(server, `0.0.0.0:${routePort}`, routes), '', clientPort, home)
    })
    this.list.push(...(await Promise.all(starting)))
  }

  async #startWithRelays(): Promise<void> {
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    // Servers announce their addresses to each other; only the relays may lead there.
    const nowhere = await freePort()
    const starting = indexes.map(async (from) => {
      const routes = []
      for (const to of indexes) {
        if (to === from) continue
        const relay = await Relay.to(ports[to]!)
        this.#routes.set(`${from} ${to}`, relay)
        routes.push(`nats-route://127.0.0.1:${relay.port}`)
      }
      const more = `, advertise: "127.0.0.1:${nowhere}"`
      return startNats(clusterOf(from, `127.0.0.1:${ports[from]}`, routes, more))
    })
    this.list.push(...(await Promise.all(starting)))
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
      servers: this.list[server]!.url,
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
    this.#namespaces?.removeNow()
  }
}
