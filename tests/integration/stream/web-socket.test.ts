import { Agent, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { accepting, dial, endSockets, listen } from './test-sockets'

afterEach(endSockets)

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
