import type { Socket } from 'node:net'
import {
  NatsConnectionImpl,
  setTransportFactory,
  type NatsConnection,
  type NodeConnectionOptions
} from '@nats-io/transport-node'
import { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js'

/**
 * Like the client's own function, which ends the process if a connection is closed just after its server ended it: it stops
 * listening for errors while one of the socket is under way.
 */
export function connectSafely(options: NodeConnectionOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new SafeTransport(), dnsResolveFn: nodeResolveHost })
  return NatsConnectionImpl.connect(options)
}

class SafeTransport extends NodeTransport {
  override setupHandlers(): void {
    super.setupHandlers()
    keepListening(this.socket)
  }
}

function keepListening(socket: Socket): void {
  const remove = socket.removeAllListeners.bind(socket)
  socket.removeAllListeners = (...events) => remove(...events).on('error', () => undefined)
}
