import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { createServer as createPlain } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openWebSocket } from '#engine/connection/stream/web-socket'
import { streamAgent } from '#main/connection/network/agent'
import { certificate, withKey } from '../support/certificates'
import { startProxy } from '../support/proxy'
import { startSocks } from '../support/socks'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function echo(server: Server | ReturnType<typeof createPlain>, host = '127.0.0.1'): Promise<number> {
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.send('at once')
    socket.on('message', (data) => socket.send(String(data)))
  })
  server.listen(0, host)
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

let port: number
beforeEach(async () => {
  port = await echo(createServer(withKey('service')))
})

interface Way {
  readonly proxy?: string
  readonly authorities?: readonly string[]
  readonly environment?: Record<string, string>
}
/** Returns the first event or problem. */
async function connect(
  address: string,
  { proxy = 'DIRECT', authorities = [certificate('authority')], environment = {} }: Way = {}
) {
  const agent = streamAgent(address, {
    resolveProxy: () => Promise.resolve(proxy),
    authorities: () => authorities,
    environment,
    milliseconds: 5000
  })
  const socket = new WebSocket(address, { agent, perMessageDeflate: false })
  ends.push(() => socket.terminate())
  return new Promise<string>((resolve) => {
    socket.once('message', (data) => resolve(String(data)))
    socket.once('error', (problem) =>
      resolve(`${'code' in problem ? String(problem.code) : ''} ${problem.message}`.trim())
    )
  })
}

test('uses the system proxy and checks the certificate inside the tunnel', async () => {
  const proxy = await startProxy()
  ends.push(proxy.close)
  expect(await connect(`wss://service.test:${port}`, { proxy: `PROXY 127.0.0.1:${proxy.port}` })).toBe(
    'at once'
  )
  expect(proxy.tunnels).toEqual([`service.test:${port}`])
  expect(proxy.authorizations).toEqual([undefined])
})

test('sends proxy credentials only to that proxy', async () => {
  const proxy = await startProxy()
  ends.push(proxy.close)
  const way = { proxy: `PROXY 127.0.0.1:${proxy.port}` }
  const at = (host: string) => ({ https_proxy: `http://me:p%40ss@${host}:${proxy.port}` })
  await connect(`wss://service.test:${port}`, { ...way, environment: at('127.0.0.1') })
  await connect(`wss://service.test:${port}`, { ...way, environment: at('127.0.0.2') })
  expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`, undefined])
})

test('reports a proxy that refuses', async () => {
  for (const [answer, words] of [
    ['407 Proxy Authentication Required', 'name and password'],
    ['403 Forbidden', 'status 403']
  ] as const) {
    const proxy = await startProxy({ answer })
    ends.push(proxy.close)
    expect(await connect(`wss://service.test:${port}`, { proxy: `PROXY 127.0.0.1:${proxy.port}` })).toContain(
      words
    )
  }
})

test('tries the next proxy if the first fails', async () => {
  const gone = await startProxy()
  await gone.close()
  expect(await connect(`wss://127.0.0.1:${port}`, { proxy: `PROXY 127.0.0.1:${gone.port}; DIRECT` })).toBe(
    'at once'
  )
})

test('supports SOCKS 5 and reports a refusal', async () => {
  const socks = await startSocks()
  const refusing = await startSocks(2)
  ends.push(socks.close, refusing.close)
  expect(await connect(`wss://service.test:${port}`, { proxy: `SOCKS5 127.0.0.1:${socks.port}` })).toBe(
    'at once'
  )
  expect(socks.asked).toEqual([`service.test:${port}`])
  expect(
    await connect(`wss://service.test:${port}`, { proxy: `SOCKS5 127.0.0.1:${refusing.port}` })
  ).toContain('status 2')
})

test('does not bypass an unknown kind of proxy', async () => {
  expect(await connect(`wss://127.0.0.1:${port}`, { proxy: 'QUIC 127.0.0.1:1' })).toContain(
    'does not support'
  )
})

test('refuses an unknown authority', async () => {
  expect(await connect(`wss://127.0.0.1:${port}`, { authorities: [] })).toMatch(
    /UNABLE_TO_VERIFY|SELF_SIGNED/
  )
})

test.each([
  ['other', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['expired', 'CERT_HAS_EXPIRED']
])('refuses a certificate that is %s despite a trusted authority', async (name, code) => {
  const wrong = await echo(createServer(withKey(name)))
  const proxy = await startProxy()
  ends.push(proxy.close)
  expect(await connect(`wss://service.test:${wrong}`, { proxy: `PROXY 127.0.0.1:${proxy.port}` })).toContain(
    code
  )
})

test('ignores environment variables that disable checks', async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  try {
    const address = `wss://127.0.0.1:${port}`
    expect(await connect(address, { authorities: [] })).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED/)
    const proxy = await startProxy({ tls: withKey('service') })
    ends.push(proxy.close)
    const way = { proxy: `HTTPS 127.0.0.1:${proxy.port}` }
    expect(await connect(address, way)).toBe('at once')
    expect(await connect(address, { ...way, authorities: [] })).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED/)
    expect(proxy.tunnels).toHaveLength(1)
    const open = openWebSocket()
    const ended = new Promise<string>((resolve) => {
      const events = { opened: () => resolve('opened'), frame: () => {}, pong: () => {}, refused: () => {} }
      open(
        { address, token: 'not-for-anybody', maxBytes: 1000, handshakeMilliseconds: 5000 },
        { ...events, closed: ({ problem }) => resolve(String(problem)) }
      )
    })
    expect(await ended).toMatch(/verify|self-signed/)
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  }
})

test('refuses a weak key despite a trusted authority', async () => {
  const weak = await echo(createServer(withKey('judged/rsa1024')))
  expect(await connect(`wss://127.0.0.1:${weak}`, { authorities: [certificate('judged/root')] })).toContain(
    'ERR_CERT_WEAK'
  )
})

test('sends plain streams only to loopback, without a proxy', async () => {
  const plain = await echo(createPlain())
  const proxy = await startProxy()
  ends.push(proxy.close)
  expect(await connect(`ws://127.0.0.1:${plain}`, { proxy: `PROXY 127.0.0.1:${proxy.port}` })).toBe('at once')
  expect(proxy.tunnels).toEqual([])
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)
  if (!own) return
  const open = await echo(createPlain(), '0.0.0.0')
  expect(await connect(`ws://${own.address}:${open}`)).toContain('network.plain')
})

test('needs neither for plain streams to loopback', async () => {
  const plain = await echo(createPlain())
  expect(await connect(`ws://127.0.0.1:${plain}`)).toBe('at once')
})
