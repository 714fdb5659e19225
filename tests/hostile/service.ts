import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { canarySecret, canaryToken } from './canary'
import { book, trade } from './frames'

export interface Connection {
  readonly socket: WebSocket
  /** The raw socket. */
  readonly raw: Duplex
}
export interface Received {
  readonly path: string
  readonly head: string
  readonly body: string
}

/** Each can be replaced. */
interface Behaviour {
  token: (response: ServerResponse, granted: object) => void
  rest: (response: ServerResponse, address: URL) => void
  /** Returns true if it answered. */
  upgrade: (raw: Duplex) => boolean
}

export interface HostileService {
  readonly origin: string
  readonly description: {
    readonly base_url: string
    readonly auth_url: string
    readonly ws_url: string
    readonly client_id: string
    readonly client_secret: string
  }
  readonly received: readonly Received[]
  readonly connections: ReadonlySet<Connection>
  readonly token: () => string
  readonly change: (behaviour: Partial<Behaviour>) => void
  /** Behaves normally. */
  readonly behave: () => void
  readonly close: () => Promise<void>
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const addressRecord = (id: string, more: object = {}) => ({
  id,
  customer_id: 'customer',
  profile_id: 'profile',
  crypto_network: 'ETHEREUM',
  address: `0x${id.replaceAll('-', '').padEnd(40, '0')}`,
  conversion_target_asset: 'NO_CONVERSION',
  created_at: '2026-10-01T00:00:00Z',
  ...more
})
export const addressId = (number: number) => `77777777-7777-4777-8777-${String(number).padStart(12, '0')}`

const good: Behaviour = {
  token: (response, granted) => sendJson(response, granted),
  rest(response, { pathname }) {
    if (pathname.includes('/transfer/'))
      return sendJson(response, { items: [addressRecord(addressId(1))], next_page_cursor: '' })
    response.writeHead(404).end()
  },
  upgrade: () => false
}

/** A recording service with replaceable behavior. */
export async function startHostileService(): Promise<HostileService> {
  const received: Received[] = []
  const connections = new Set<Connection>()
  let behaviour = good
  let granted = 0
  let token = ''
  const streams = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const server = createServer((request, response) => void answer(request, response))
  const note = (request: IncomingMessage, body: string) => {
    received.push({ path: request.url ?? '', head: request.rawHeaders.join('\n'), body })
    token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? token
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    note(request, body)
    // The client may be gone.
    response.on('error', () => undefined)
    if (!request.url?.startsWith('/oauth2/token')) {
      return behaviour.rest(response, new URL(request.url ?? '/', 'http://localhost'))
    }
    granted += 1
    behaviour.token(response, {
      access_token: canaryToken(granted),
      expires_in: 3600,
      token_type: 'bearer',
      scope: new URLSearchParams(body).get('scope')
    })
  }
  server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    note(request, '')
    raw.on('error', () => undefined)
    if (behaviour.upgrade(raw)) return
    streams.handleUpgrade(request, raw, head, (socket) => {
      const connection = { socket, raw }
      connections.add(connection)
      serve(socket)
      socket.once('close', () => connections.delete(connection))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    description: {
      base_url: `${origin}/v2`,
      auth_url: origin,
      ws_url: `${origin.replace('http', 'ws')}/stream`,
      client_id: 'desk',
      client_secret: canarySecret
    },
    received,
    connections,
    token: () => token,
    change: (part) => void (behaviour = { ...good, ...part }),
    behave: () => void (behaviour = good),
    async close() {
      for (const { socket } of connections) socket.terminate()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
  }
}

interface Asked {
  readonly type: string
  readonly channels?: readonly { readonly type: string; readonly params: { readonly market: string } }[]
}

function serve(socket: WebSocket): void {
  const active = new Map<string, object>()
  const send = (message: unknown) => socket.send(JSON.stringify(message), () => undefined)
  const timer = setInterval(() => {
    for (const key of active.keys()) {
      const [type, market = ''] = key.split(' ')
      send(type === 'market_data' ? book(market, 'UPDATE') : trade(market))
    }
  }, 50)
  socket.on('error', () => undefined)
  socket.on('close', () => clearInterval(timer))
  socket.on('message', (data: Buffer) => {
    const { type, channels = [] } = JSON.parse(data.toString()) as Asked
    if (type === 'subscription_list') return send({ type, channels: [...active.values()] })
    send({ type, channels: channels.map((channel) => ({ ...channel, success: true })) })
    for (const channel of channels) {
      const key = `${channel.type} ${channel.params.market}`
      if (type === 'unsubscribe') active.delete(key)
      else active.set(key, channel)
      if (type === 'subscribe' && channel.type === 'market_data')
        send(book(channel.params.market, 'SNAPSHOT'))
    }
  })
}
