import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface TestProxy {
  readonly port: number
  /** Targets of CONNECT as host and port. */
  readonly tunnels: readonly string[]
  readonly authorizations: readonly (string | undefined)[]
  close(): Promise<void>
}

/** Tunnels every name to this computer. */
export async function startProxy(options: { answer?: string; tls?: ServerOptions } = {}): Promise<TestProxy> {
  const tunnels: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Duplex>()
  const track = <S extends Duplex>(socket: S): S => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const refuse: RequestListener = (_request, response) => response.writeHead(501).end()
  const server = options.tls ? createTlsServer(options.tls, refuse) : createServer(refuse)
  server.on('connect', (request, client: Socket) => {
    track(client)
    tunnels.push(request.url ?? '')
    authorizations.push(request.headers['proxy-authorization'])
    if (options.answer) return void client.end(`HTTP/1.1 ${options.answer}\r\ncontent-length: 0\r\n\r\n`)
    const target = track(connect(Number(request.url?.split(':').at(-1)), '127.0.0.1'))
    target.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.once('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    tunnels,
    authorizations,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
