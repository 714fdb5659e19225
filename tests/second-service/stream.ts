import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { SeededRandom } from '../chaos/random'
import { Connection } from './connection'
import type { Faults } from './faults'
import type { Feed, ServiceClock } from './feed'
import type { Spelling } from './spelling'
import type { Tokens } from './tokens'
import type { Variants } from './variants'

export interface StreamPorts {
  readonly clock: ServiceClock
  readonly variants: Variants
  readonly random: SeededRandom
  readonly spelling: Spelling
  readonly feed: Feed
  readonly faults: Faults
  readonly tokens: Tokens
}

const scope = 'exchange:read_aggregated_marketdata_stream'

export class Stream {
  readonly #server: WebSocketServer

  constructor(
    private readonly ports: StreamPorts,
    private readonly connections: Set<Connection>
  ) {
    this.#server = new WebSocketServer({
      noServer: true,
      autoPong: false,
      perMessageDeflate: ports.variants.deflate && { threshold: 0 }
    })
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { faults, tokens } = this.ports
    socket.on('error', () => socket.destroy())
    const refusal = faults.refusal() ?? tokens.refusal(request.headers.authorization, scope)
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      const connection = new Connection(accepted, this.ports)
      this.connections.add(connection)
      accepted.once('close', () => {
        this.connections.delete(connection)
        connection.dispose()
      })
      faults.meet(connection)
    })
  }
}
