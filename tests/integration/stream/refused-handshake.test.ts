import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { dial, endSockets, listen } from './test-sockets'

afterEach(endSockets)

const codeOf = (problem: unknown) => (problem instanceof Error && 'code' in problem ? problem.code : null)

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
