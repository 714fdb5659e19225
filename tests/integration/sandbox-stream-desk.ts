import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { Scenarios } from '#sandbox/control/scenarios'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { Exchange } from '#sandbox/market/exchange'
import { StreamServer, type StreamDependencies } from '#sandbox/stream/server'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { ManualClock } from '../unit/sandbox/manual-clock'

export interface Message {
  readonly type?: string
  readonly error?: unknown
  readonly code?: unknown
  readonly channel?: { readonly type: string; readonly params: { readonly market: string } }
  readonly channels?: readonly {
    readonly type?: unknown
    readonly params?: unknown
    readonly success?: boolean
    readonly error?: unknown
  }[]
  readonly payload?: Payload
}

export interface Payload {
  readonly market: string
  readonly type?: string
  readonly time?: string
  readonly executed_at?: string
  readonly price?: string
  readonly amount?: string
  readonly bids?: readonly { readonly price: string; readonly amount: string }[]
  readonly asks?: readonly { readonly price: string; readonly amount: string }[]
}

export class Client {
  readonly messages: Message[] = []
  readonly odd: { text: string; binary: boolean }[] = []
  pongs = 0
  pings = 0
  closed: { code: number; reason: string } | null = null
  #wake: () => void = () => undefined

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data, binary) => {
      const text = data.toString()
      try {
        if (binary) throw new Error('binary')
        this.messages.push(JSON.parse(text) as Message)
      } catch {
        this.odd.push({ text, binary })
      }
      this.#wake()
    })
    socket.on('pong', () => {
      this.pongs += 1
      this.#wake()
    })
    socket.on('ping', () => {
      this.pings += 1
      this.#wake()
    })
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#wake()
    })
    socket.on('error', () => undefined)
  }

  async until<T>(condition: () => T | null | undefined | false): Promise<T> {
    for (;;) {
      const value = condition()
      if (value) return value
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  send(message: unknown) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Answers are in order. */
  async ask(message: unknown): Promise<Message> {
    const from = this.messages.length
    this.send(message)
    return this.until(() => this.messages.slice(from).find(({ channel }) => channel === undefined))
  }

  subscribe(...markets: string[]) {
    return this.ask({
      type: 'subscribe',
      channels: markets.flatMap((market) => [
        { type: 'market_data', params: { market } },
        { type: 'execution_data', params: { market } }
      ])
    })
  }

  pushed(market: string, type: 'market_data' | 'execution_data' = 'market_data'): Payload[] {
    return this.messages
      .filter(({ channel, payload }) => payload && channel?.type === type && channel.params.market === market)
      .map(({ payload }) => payload!)
  }

  /** A round trip, so that earlier messages have arrived. */
  async settled() {
    const pongs = this.pongs
    this.socket.ping()
    await this.until(() => this.pongs > pongs)
  }

  /** By docs/stream.md only. */
  book(market: string) {
    const bids = new Map<string, string>()
    const asks = new Map<string, string>()
    for (const { type, bids: newBids = [], asks: newAsks = [] } of this.pushed(market)) {
      if (type !== 'SNAPSHOT' && type !== 'UPDATE') continue
      for (const [side, levels] of [
        [bids, newBids],
        [asks, newAsks]
      ] as const) {
        if (type === 'SNAPSHOT') side.clear()
        for (const { price, amount } of levels) {
          const size = canonicalDecimal(amount)!
          if (size === '0') side.delete(canonicalDecimal(price)!)
          else side.set(canonicalDecimal(price)!, size)
        }
      }
    }
    const list = (side: Map<string, string>) => [...side].sort(([a], [b]) => Number(a) - Number(b))
    return { bids: list(bids), asks: list(asks) }
  }
}

export async function openDesk(options: Partial<Omit<StreamDependencies, 'clock' | 'scenarios'>> = {}) {
  const clock = new ManualClock()
  const scenarios = new Scenarios(clock)
  const exchange = new Exchange({ clock, seed: 42, rate: 1000 })
  const stream = new StreamServer({
    clock,
    scenarios,
    market: exchange,
    authenticate: (header) => {
      if (header === 'Bearer good') return { ok: true, scopes: [], clientId: 'desk' }
      const status = header === 'Bearer unscoped' ? 403 : 401
      return { ok: false, status, problem: { title: 'refused', status } }
    },
    ...options
  })
  const http = createServer()
  http.on('upgrade', (request, socket, head) => stream.handleUpgrade(request, socket, head))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/stream`
  const clients: Client[] = []
  return {
    clock,
    scenarios,
    exchange,
    stream,
    url,
    on: (name: ScenarioName, target: { market?: string; connection?: string; for_ms?: number } = {}) =>
      scenarios.switchOn(name, target),
    async connect(authorization = 'Bearer good') {
      const socket = new WebSocket(url, { headers: { authorization }, perMessageDeflate: false })
      const client = new Client(socket)
      clients.push(client)
      await new Promise<void>((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
      return client
    },
    async subscribed(...markets: string[]) {
      const client = await this.connect()
      await client.subscribe(...(markets.length === 0 ? ['BTCUSD'] : markets))
      return client
    },
    /** In small steps. */
    run(steps: number, size = 20) {
      for (let step = 0; step < steps; step += 1) exchange.step(size)
    },
    async expectTruth(client: Client, ...markets: string[]) {
      await client.settled()
      for (const market of markets) expect(client.book(market)).toEqual(this.truth(market))
    },
    truth(market: string) {
      const { bids, asks } = exchange.book(market)!
      const list = (levels: typeof bids) =>
        levels
          .map(({ price, amount }) => [canonicalDecimal(price)!, canonicalDecimal(amount)!] as const)
          .sort(([a], [b]) => Number(a) - Number(b))
      return { bids: list(bids), asks: list(asks) }
    },
    async close() {
      const closing = stream.close()
      for (const { socket } of clients) socket.terminate()
      await closing
      exchange.dispose()
      scenarios.dispose()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    }
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
