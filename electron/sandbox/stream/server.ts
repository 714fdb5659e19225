import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { WireChannel } from '#shared/wire/stream'
import type { Clock } from '../control/clock'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import type { Scenarios } from '../control/scenarios'
import type { Exchange } from '../market/exchange'
import type { MarketMessage } from '../market/messages'
import { Connection, type ConnectionSource } from './connection'
import { endConnection, endingNames } from './faults/endings'
import { type Authentication, refuseHandshake, simulatedRefusals } from './handshake'
import { Publication } from './publication'

interface StreamSource extends ConnectionSource {
  readonly onBatch: Exchange['onBatch']
  step(count: number, market?: string): number
}

export interface StreamDependencies {
  readonly clock: Clock
  readonly market: StreamSource
  readonly scenarios: Scenarios
  readonly authenticate: (authorization: string | undefined) => Authentication | Promise<Authentication>
  readonly maxBuffered?: number
  readonly pingMilliseconds?: number
  readonly connectionsChanged?: (count: number) => void
}

interface ConnectionTruth {
  readonly id: string
  readonly client_id: string
  readonly connected_at: string
  readonly channels: readonly WireChannel[]
  readonly buffered_bytes: number
  readonly sent_bytes: number
}

/** About a second of the fastest feed. */
const maxBufferedByDefault = 16 * 1024 * 1024
const pingByDefault = 15_000
/** A longer frame ends the connection with code 1009. */
const maxReceived = 1024 * 1024
/** Time before a fault ends a new connection, so that it has started working. */
const endingDelay = 300
const burstEvery = 1000
const burstSize = 5000

export class StreamServer {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxReceived,
    perMessageDeflate: false,
    clientTracking: false
  })
  readonly #connections = new Map<string, Connection>()
  readonly #readers = new Map<string, number>()
  readonly #disposers: (() => void)[] = []
  /** Called when the last connection is closed. */
  #emptied: (() => void) | null = null
  #cancelPing: () => void = () => undefined
  #cancelBurst: (() => void) | null = null
  #faultless: boolean
  #closing = false
  #count = 0

  constructor(private readonly dependencies: StreamDependencies) {
    const { market, scenarios } = dependencies
    this.#faultless = scenarios.active().length === 0
    this.#disposers.push(
      market.onBatch((messages) => this.#publish(messages)),
      scenarios.onChange((name) => this.#scenarioChanged(name))
    )
    if (scenarios.active().some(({ name }) => name === 'burst')) this.#burst()
    this.#schedulePing()
  }

  /** Handles an upgrade request of the HTTP server. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const ignore = () => stream.destroy()
    stream.on('error', ignore)
    void this.#admit(request.headers.authorization).then((authentication) => {
      if (stream.destroyed) return
      if (this.#closing) return stream.destroy()
      if (!authentication.ok) return refuseHandshake(stream, authentication.status, authentication.problem)
      stream.off('error', ignore)
      this.#server.handleUpgrade(request, stream, head, (socket) =>
        this.#welcome(socket, stream, authentication.clientId)
      )
    }, ignore)
  }

  connections(): ConnectionTruth[] {
    return [...this.#connections.values()].map((connection) => ({
      id: connection.id,
      client_id: connection.clientId,
      connected_at: new Date(connection.connectedAt).toISOString(),
      channels: connection.channels,
      buffered_bytes: connection.buffered,
      sent_bytes: connection.sent
    }))
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const dispose of this.#disposers.splice(0)) dispose()
    this.#cancelPing()
    this.#cancelBurst?.()
    if (this.#connections.size > 0) {
      const gone = new Promise<void>((resolve) => (this.#emptied = resolve))
      for (const connection of this.#connections.values()) {
        connection.resume()
        connection.close(1001, 'the server is shutting down')
      }
      await gone
    }
    this.#server.close()
  }

  async #admit(authorization: string | undefined): Promise<Authentication> {
    const { scenarios, authenticate } = this.dependencies
    if (scenarios.on('handshake-401')) return { ok: false, status: 401, problem: simulatedRefusals[401] }
    if (scenarios.on('handshake-403')) return { ok: false, status: 403, problem: simulatedRefusals[403] }
    return authenticate(authorization)
  }

  #welcome(socket: WebSocket, stream: Duplex, clientId: string): void {
    this.#count += 1
    const id = `connection-${this.#count}`
    const { clock, market, scenarios, connectionsChanged } = this.dependencies
    const { maxBuffered = maxBufferedByDefault } = this.dependencies
    const connection = new Connection(id, clientId, socket, stream, {
      clock,
      scenarios,
      source: market,
      maxBuffered,
      channelsChanged: (key, by) => {
        this.#readers.set(key, (this.#readers.get(key) ?? 0) + by)
        if (by === 1) this.#endSoon(connection)
      }
    })
    this.#connections.set(id, connection)
    connectionsChanged?.(this.#connections.size)
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) connection.receiveBinary()
      else connection.receive(data.toString())
    })
    socket.on('pong', () => (connection.alive = true))
    socket.on('ping', () => (connection.alive = true))
    // The library closes the socket with the right code.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      connection.closed()
      this.#connections.delete(id)
      connectionsChanged?.(this.#connections.size)
      if (this.#connections.size === 0) this.#emptied?.()
    })
    if (connection.on('half-open')) socket.pause()
    this.#endSoon(connection)
  }

  #publish(messages: readonly MarketMessage[]): void {
    if (this.#connections.size === 0) return
    let made: Publication | null = null
    const publication = () => (made ??= new Publication(messages, (key) => (this.#readers.get(key) ?? 0) > 0))
    for (const connection of this.#connections.values()) {
      connection.deliver(messages, publication, this.#faultless)
    }
  }

  #scenarioChanged(name: ScenarioName): void {
    const { scenarios } = this.dependencies
    this.#faultless = scenarios.active().length === 0
    const ends = endingNames.includes(name)
    for (const connection of [...this.#connections.values()]) {
      connection.scenarioChanged(name)
      if (ends && connection.touchedBy(name)) endConnection(name, connection)
      if (name === 'token-revoked' && connection.touchedBy(name))
        connection.close(1008, 'the token was revoked')
    }
    if (name === 'burst') this.#burst()
  }

  /** For faults that were already active when the client connected or subscribed. */
  #endSoon(connection: Connection): void {
    if (this.#faultless) return
    const names = [...endingNames, 'giant-frame' as const]
    if (!names.some((name) => this.dependencies.scenarios.active().some((active) => active.name === name)))
      return
    this.dependencies.clock.later(endingDelay, () => {
      if (!connection.open) return
      const name = names.find((each) => connection.touchedBy(each))
      if (name === 'giant-frame') connection.sendGiant()
      else if (name) endConnection(name, connection)
    })
  }

  /** Many messages at once, every second. */
  #burst(): void {
    this.#cancelBurst?.()
    this.#cancelBurst = null
    const { clock, market, scenarios } = this.dependencies
    const wanted = scenarios.active().filter(({ name }) => name === 'burst')
    if (wanted.length === 0) return
    for (const scenario of wanted) {
      const reading = scenario.connection ? (this.#connections.get(scenario.connection)?.markets ?? []) : null
      if (scenario.market !== undefined) market.step(burstSize, scenario.market)
      else if (reading) for (const name of reading) market.step(Math.ceil(burstSize / reading.length), name)
      else market.step(burstSize)
    }
    this.#cancelBurst = clock.later(burstEvery, () => this.#burst())
  }

  #schedulePing(): void {
    const { clock, pingMilliseconds = pingByDefault } = this.dependencies
    this.#cancelPing = clock.later(pingMilliseconds, () => {
      this.#schedulePing()
      for (const connection of [...this.#connections.values()]) {
        // A half-open server neither pings nor checks.
        if (connection.on('half-open')) connection.alive = true
        else if (!connection.alive) connection.terminate()
        else connection.ping()
      }
    })
  }
}
