import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'

export interface CountingServer {
  readonly port: number
  readonly address: string
  /** Including WebSockets. */
  readonly paths: readonly string[]
  readonly connections: () => number
  readonly close: () => Promise<void>
}

function listening(server: Server, paths: string[]): Promise<CountingServer> {
  let connections = 0
  const sockets = new Set<{ destroy: () => void }>()
  server.on('connection', (socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      done({
        port,
        address: `http://127.0.0.1:${port}`,
        paths,
        connections: () => connections,
        close: () =>
          new Promise<void>((closed) => {
            server.close(() => closed())
            for (const socket of sockets) socket.destroy()
          })
      })
    })
  })
}

const plainPage: RequestListener = (request, response) => {
  if (request.url?.startsWith('/redirect')) return void response.writeHead(302, { location: '/landed' }).end()
  response.setHeader('content-type', request.url?.endsWith('/page') ? 'text/html' : 'text/plain')
  response.end('<!doctype html><title>control</title><body>control')
}

export function countingServer(): Promise<CountingServer> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    plainPage(request, response)
  })
  server.on('upgrade', (request, socket) => {
    paths.push(request.url ?? '')
    socket.destroy()
  })
  return listening(server, paths)
}

export const silentServer = () => listening(createTcpServer(), [])

export interface WatchedTls {
  readonly port: number
  readonly requests: () => number
  readonly ended: () => number
  readonly close: () => Promise<void>
}

export async function startWatchedTls(options: ServerOptions): Promise<WatchedTls> {
  let [requests, ended] = [0, 0]
  const server = createTlsServer(options, (_request, response) => {
    requests += 1
    response.end()
  })
  server.on('upgrade', (_request, socket) => {
    requests += 1
    socket.destroy()
  })
  server.on('connection', (socket) => socket.on('close', () => (ended += 1)))
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    ended: () => ended,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
