import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Socket, SocketRequest } from '#engine/connection/stream/types'
import { openWebSocket, type WebSocketOptions } from '#engine/connection/stream/web-socket'

const clean: (() => Promise<void> | void)[] = []

/** Ends the servers and sockets of a test. */
export async function endSockets(): Promise<void> {
  for (const each of clean.splice(0).reverse()) await each()
}

type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

/** Handles upgrades in any way. */
export async function listen(upgrade: Upgrade): Promise<string> {
  const server: Server = createServer()
  const streams = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    streams.add(stream)
    stream.on('error', () => undefined)
    upgrade(request, stream, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  clean.push(async () => {
    for (const stream of streams) stream.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v2/stream`
}

/** Passes its socket to the test. */
export async function accepting(welcome: (socket: WebSocket, stream: Duplex) => void): Promise<string> {
  const server = new WebSocketServer({ noServer: true })
  return listen((request, stream, head) =>
    server.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => undefined)
      welcome(socket, stream)
    })
  )
}

interface Received {
  readonly opened: number
  readonly bytes: readonly Buffer[]
  readonly frames: readonly (readonly [string, boolean])[]
  readonly pongs: number
  readonly refused: readonly (readonly [number, string, string | null])[]
  readonly closed: readonly { readonly code: number; readonly reason: string; readonly problem: unknown }[]
}

export function dial(address: string, request: Partial<SocketRequest> = {}, options: WebSocketOptions = {}) {
  const received = { opened: 0, bytes: [], frames: [], pongs: 0, refused: [], closed: [] } as {
    -readonly [Name in keyof Received]: Received[Name] extends readonly (infer Item)[]
      ? Item[]
      : Received[Name]
  }
  let wake: () => void = () => undefined
  const recording = <Values extends unknown[]>(note: (...values: Values) => void) => {
    return (...values: Values) => {
      note(...values)
      wake()
    }
  }
  const socket: Socket = openWebSocket(options)(
    { address, token: 'secret-token', maxBytes: 1000, handshakeMilliseconds: 5000, ...request },
    {
      opened: recording(() => (received.opened += 1)),
      frame: recording((bytes, binary) => {
        received.bytes.push(Buffer.from(bytes))
        received.frames.push([Buffer.from(bytes).toString('utf8'), binary])
      }),
      pong: recording(() => (received.pongs += 1)),
      refused: recording((status, body, retryAfter) => received.refused.push([status, body, retryAfter])),
      closed: recording((ending) => received.closed.push(ending))
    }
  )
  clean.push(() => socket.terminate())
  return {
    socket,
    received,
    async until(condition: () => boolean) {
      while (!condition()) await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}
