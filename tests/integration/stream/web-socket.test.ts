import { Agent, createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Socket, SocketRequest } from '#engine/connection/stream/types'
import { openWebSocket, type WebSocketOptions } from '#engine/connection/stream/web-socket'

const clean: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const each of clean.splice(0).reverse()) await each()
})

type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

/** Handles upgrades in any way. */
async function listen(upgrade: Upgrade): Promise<string> {
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
async function accepting(welcome: (socket: WebSocket, stream: Duplex) => void): Promise<string> {
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

function dial(address: string, request: Partial<SocketRequest> = {}, options: WebSocketOptions = {}) {
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

const codeOf = (problem: unknown) => (problem instanceof Error && 'code' in problem ? problem.code : null)

describe('an open socket', () => {
  it('sends the token in the handshake, then sends, receives and pings', async () => {
    const headers: IncomingMessage['headers'][] = []
    const server = new WebSocketServer({ noServer: true })
    const address = await listen((request, stream, head) => {
      headers.push(request.headers)
      server.handleUpgrade(request, stream, head, (socket) => {
        socket.on('message', (data, binary) => socket.send(data, { binary: !binary }))
      })
    })
    const { socket, received, until } = dial(address)
    // Not open yet; must not throw.
    socket.send('lost')
    socket.ping()
    await until(() => received.opened === 1)
    socket.send('{"type":"subscription_list"}')
    socket.ping()
    await until(() => received.frames.length === 1 && received.pongs === 1)
    expect(received.frames).toEqual([['{"type":"subscription_list"}', true]])
    expect(headers[0]?.authorization).toBe('Bearer secret-token')
    expect(headers[0]?.['sec-websocket-extensions']).toBeUndefined()
    socket.close(1000, 'done')
    await until(() => received.closed.length === 1)
    expect(received.closed[0]).toMatchObject({ code: 1000, problem: null })
    socket.send('late')
    socket.ping()
    socket.close(1000, 'again')
    socket.terminate()
  })

  it('reports the code and reason of the service', async () => {
    const { received, until } = dial(await accepting((socket) => socket.close(4321, 'because')))
    await until(() => received.closed.length === 1)
    expect(received.closed).toEqual([{ code: 4321, reason: 'because', problem: null }])
  })

  it('uses the given agent', async () => {
    const address = await accepting((socket) => socket.send('here'))
    const { port, pathname } = new URL(address)
    const asked: string[] = []
    const { received, until } = dial(
      `ws://far.example${pathname}`,
      {},
      {
        agent(to) {
          asked.push(to)
          return Object.assign(new Agent(), { createConnection: () => connect(Number(port), '127.0.0.1') })
        }
      }
    )
    await until(() => received.frames.length === 1)
    expect(asked).toEqual(['ws://far.example/v2/stream'])
  })

  it('ends with terminate in every state, and reports it once', async () => {
    const silent = await listen(() => undefined)
    const shaking = dial(silent)
    shaking.socket.terminate()
    shaking.socket.terminate()
    await shaking.until(() => shaking.received.closed.length > 0)

    const open = dial(await accepting(() => undefined))
    await open.until(() => open.received.opened === 1)
    open.socket.terminate()
    open.socket.close(1000, '')
    await open.until(() => open.received.closed.length > 0)

    const closing = dial(await accepting(() => undefined))
    await closing.until(() => closing.received.opened === 1)
    closing.socket.close(1000, '')
    closing.socket.terminate()
    await closing.until(() => closing.received.closed.length > 0)

    const early = dial(silent)
    early.socket.close(1000, '')
    await early.until(() => early.received.closed.length > 0)
    await new Promise((resolve) => setImmediate(resolve))
    for (const { received } of [shaking, open, closing, early]) expect(received.closed).toHaveLength(1)
  })

  it('ends soon if its close frame is unanswered', async () => {
    const address = await accepting((peer) => peer.pause())
    const { socket, received, until } = dial(address, {}, { goodbyeMilliseconds: 50 })
    await until(() => received.opened === 1)
    socket.close(1000, 'done')
    await until(() => received.closed.length === 1)
  })
})

describe('invalid frames', () => {
  it.each([
    ['too large', 1009, (stream: Duplex) => stream.write(Buffer.from([0x81, 126, 0x10, 0x00]))],
    [
      'too large by its promise alone',
      1009,
      (stream: Duplex) => stream.write(Buffer.from([0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0]))
    ],
    ['compressed without leave', 1002, (stream: Duplex) => stream.write(Buffer.from([0xc1, 1, 0x61]))],
    ['of no known kind', 1002, (stream: Duplex) => stream.write(Buffer.from([0x83, 1, 0x61]))]
  ] as const)('%s: ends at once with %i', async (_name, code, spoil) => {
    const { received, until } = dial(await accepting((_socket, stream) => void spoil(stream)))
    await until(() => received.closed.length === 1)
    expect(received.closed[0]?.code).toBe(code)
    expect(received.frames).toEqual([])
  })

  it('passes invalid text on as bytes', async () => {
    const { received, until } = dial(
      await accepting((_socket, stream) => stream.write(Buffer.from([0x81, 2, 0xc0, 0xaf])))
    )
    await until(() => received.frames.length === 1)
    expect(received.bytes).toEqual([Buffer.from([0xc0, 0xaf])])
    expect(received.closed).toEqual([])
  })

  it('accepts a frame of exactly the limit', async () => {
    const { received, until } = dial(await accepting((socket) => socket.send('x'.repeat(1000))))
    await until(() => received.frames.length === 1)
    expect(received.closed).toEqual([])
  })

  it('reports half a frame and a reset as a lost connection', async () => {
    const { received, until } = dial(
      await accepting((_socket, stream) =>
        stream.write(Buffer.from([0x81, 100, 0x7b]), () => stream.destroy())
      )
    )
    await until(() => received.closed.length === 1)
    expect(received.closed[0]?.code).toBe(1006)
  })
})

const answer = (stream: Duplex, status: string, headers: readonly string[], body: string) =>
  stream.end([`HTTP/1.1 ${status}`, ...headers, 'connection: close', '', body].join('\r\n'))

describe('a refused handshake', () => {
  it('reports status, body and Retry-After', async () => {
    const address = await listen((_request, stream) =>
      answer(stream, '503 Busy', ['retry-after: 17'], '{"title":"Busy"}')
    )
    const { received, until } = dial(address)
    await until(() => received.closed.length === 1)
    expect(received.refused).toEqual([[503, '{"title":"Busy"}', '17']])
    expect(received.opened).toBe(0)
  })

  it('never follows redirects with the token', async () => {
    let visits = 0
    const elsewhere = await listen((_request, stream) => {
      visits += 1
      stream.destroy()
    })
    const address = await listen((_request, stream) =>
      answer(stream, '302 Found', [`location: ${elsewhere}`], '')
    )
    const { received, until } = dial(address)
    await until(() => received.closed.length === 1)
    expect(received.refused.map(([status]) => status)).toEqual([302])
    expect(visits).toBe(0)
  })

  it('reads a limited body without waiting for its end', async () => {
    const address = await listen((_request, stream) => {
      stream.write('HTTP/1.1 500 Trouble\r\ncontent-length: 100000000\r\n\r\n')
      const more = () => {
        while (!stream.destroyed && stream.write(Buffer.alloc(65_536, 'x')));
        if (!stream.destroyed) stream.once('drain', more)
      }
      more()
    })
    const { received, until } = dial(address)
    await until(() => received.closed.length === 1)
    expect(received.refused[0]?.[0]).toBe(500)
    expect(received.refused[0]?.[1].length).toBe(65_536)
  })

  it('keeps the status if the body breaks off', async () => {
    const address = await listen((_request, stream) => {
      stream.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 1000\r\n\r\n{"det', () => stream.destroy())
    })
    const { received, until } = dial(address)
    await until(() => received.closed.length === 1)
    expect(received.refused).toEqual([[403, '{"det', null]])
    expect(received.closed).toHaveLength(1)
  })

  it('ends once if terminated while reading the body', async () => {
    let answered: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (answered = resolve))
    const address = await listen((_request, stream) => {
      stream.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 1000\r\n\r\n{', () => answered())
    })
    const { socket, received, until } = dial(address)
    await waiting
    socket.terminate()
    await until(() => received.closed.length === 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(received.closed).toHaveLength(1)
  })

  it('reports unreachable, silent and non-WebSocket servers', async () => {
    const gone = createTcpServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const refused = dial(`ws://127.0.0.1:${port}/`)
    await refused.until(() => refused.received.closed.length === 1)
    expect(codeOf(refused.received.closed[0]?.problem)).toBe('ECONNREFUSED')

    const silent = dial(await listen(() => undefined), { handshakeMilliseconds: 50 })
    await silent.until(() => silent.received.closed.length === 1)
    expect(codeOf(silent.received.closed[0]?.problem)).toBe('ETIMEDOUT')

    const odd = dial(
      await listen((_request, stream) =>
        answer(stream, '101 Switching', ['upgrade: websocket', 'sec-websocket-accept: no'], '')
      )
    )
    await odd.until(() => odd.received.closed.length === 1)
    expect(odd.received.closed[0]?.problem).toBeInstanceOf(Error)
    expect(odd.received.opened).toBe(0)
  })
})
