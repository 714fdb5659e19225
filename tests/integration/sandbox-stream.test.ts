import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from './sandbox-stream-desk'
import { Exchange } from '#sandbox/market/exchange'
import { parseTime } from '#shared/domain/base/time'

const market = (name: string, type = 'market_data') => ({ type, params: { market: name } })

describe('the stream of the sandbox', () => {
  let desk: Desk
  beforeEach(async () => {
    desk = await openDesk()
  })
  afterEach(() => desk.close())

  it('sends each subscriber exactly its channels', async () => {
    const all = await desk.connect()
    const some = await desk.connect()
    const { channels } = await all.subscribe(...desk.exchange.markets)
    expect(channels).toHaveLength(desk.exchange.markets.length * 2)
    expect(channels!.every(({ success }) => success)).toBe(true)
    desk.exchange.step(500)
    await some.ask({ type: 'subscribe', channels: [market('BTCUSD'), market('ETHUSD', 'execution_data')] })
    for (let round = 0; round < 20; round += 1) desk.exchange.step(200)
    await Promise.all([all.settled(), some.settled()])
    for (const name of desk.exchange.markets) expect(all.book(name)).toEqual(desk.truth(name))
    expect(some.book('BTCUSD')).toEqual(desk.truth('BTCUSD'))
    expect(some.pushed('ETHUSD')).toEqual([])
    expect(some.pushed('BTCUSD', 'execution_data')).toEqual([])
    const trades = all.pushed('BTCUSD', 'execution_data')
    expect(trades).toEqual(desk.exchange.trades('BTCUSD'))
    expect(some.pushed('ETHUSD', 'execution_data').length).toBeGreaterThan(0)
  })

  it('answers first, then one deep snapshot, then updates with both arrays', async () => {
    const client = await desk.connect()
    desk.exchange.step(100)
    await client.subscribe('BTCUSD')
    desk.exchange.step(200)
    await client.settled()
    expect(client.messages[0]!.type).toBe('subscribe')
    const [snapshot, ...updates] = client.pushed('BTCUSD')
    expect(snapshot!.type).toBe('SNAPSHOT')
    expect(Math.min(snapshot!.bids!.length, snapshot!.asks!.length)).toBeGreaterThanOrEqual(50)
    expect(updates.length).toBeGreaterThan(10)
    let last = parseTime(snapshot!.time!)!
    for (const { type, time, bids, asks } of updates) {
      expect([type, Array.isArray(bids), Array.isArray(asks)]).toEqual(['UPDATE', true, true])
      const now = parseTime(time!)!
      expect(now > last).toBe(true)
      last = now
    }
  })

  it('sends every error code at its place and stays open', async () => {
    const client = await desk.connect()
    const mixed = await client.ask({
      type: 'subscribe',
      channels: [
        market('BTCUSD'),
        market('NOSUCH'),
        { type: 'order_data', params: { market: 'BTCUSD' } },
        market('BTCUSD'),
        { type: 'market_data' },
        { type: 'market_data', params: { market: 7 } },
        null,
        market('__proto__'),
        market('ETHUSD', 'execution_data')
      ]
    })
    expect(mixed.channels!.map(({ success, error }) => [success, error])).toEqual([
      [true, undefined],
      [false, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'],
      [false, 'UNKNOWN_CHANNEL'],
      [false, 'NO_EFFECT_ACTION'],
      [false, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'],
      [false, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'],
      [false, 'UNKNOWN_CHANNEL'],
      [false, 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'],
      [true, undefined]
    ])
    expect(mixed.channels![1]).toMatchObject({ type: 'market_data', params: { market: 'NOSUCH' } })
    expect(await client.ask({ type: 'subscription_list' })).toEqual({
      type: 'subscription_list',
      channels: [market('BTCUSD'), market('ETHUSD', 'execution_data')]
    })
    const whole = async (request: unknown) => (await client.ask(request)) as unknown
    const error = (code: string) => ({ type: 'error', error: code })
    expect(await whole('{"type":')).toEqual(error('MALFORMED_REQUEST'))
    expect(await whole('[]')).toEqual(error('MALFORMED_REQUEST'))
    expect(await whole({})).toEqual(error('MALFORMED_REQUEST'))
    expect(await whole({ type: 'subscribe' })).toEqual(error('MALFORMED_REQUEST'))
    expect(await whole({ type: 'subscribe', channels: {} })).toEqual(error('MALFORMED_REQUEST'))
    expect(await whole({ type: 'subscribe', channels: [] })).toEqual(error('NO_EFFECT_ACTION'))
    expect(await whole({ type: 'place_order' })).toEqual(error('UNKNOWN_ACTION'))
    expect(await whole({ type: 'constructor' })).toEqual(error('UNKNOWN_ACTION'))
    expect(await client.ask({ type: 'unsubscribe', channels: [market('SOLUSD'), market('BTCUSD')] })).toEqual(
      {
        type: 'unsubscribe',
        channels: [
          { ...market('SOLUSD'), success: false, error: 'NO_EFFECT_ACTION' },
          { ...market('BTCUSD'), success: true }
        ]
      }
    )
    const before = client.pushed('BTCUSD').length
    desk.exchange.step(200)
    await client.settled()
    expect(client.pushed('BTCUSD')).toHaveLength(before)
    expect(client.pushed('ETHUSD', 'execution_data').length + 1).toBeGreaterThan(0)
    expect(client.closed).toBeNull()
  })

  it('survives any input without revealing internals', async () => {
    const client = await desk.connect()
    const odd = fc.oneof(
      fc.json({ maxDepth: 6 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.nat(20_000).map((depth) => '['.repeat(depth)),
      fc
        .nat(20_000)
        .map((depth) => `{"type":"subscribe","channels":${'['.repeat(depth)}${']'.repeat(depth)}}`),
      fc.nat(9000).map((count) => JSON.stringify({ type: 'unsubscribe', channels: Array(count).fill(0) })),
      fc
        .constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty')
        .map(
          (key) =>
            `{"type":"subscribe","channels":[{"type":"${key}","params":{"${key}":{"market":"BTCUSD"}}}]}`
        ),
      fc
        .record({
          type: fc.constantFrom('subscribe', 'unsubscribe', 'subscription_list'),
          channels: fc.array(fc.object({ maxDepth: 3 }))
        })
        .map((value) => JSON.stringify(value))
    )
    await fc.assert(
      fc.asyncProperty(odd, async (text) => {
        const answer = await client.ask(text)
        expect(['error', 'subscribe', 'unsubscribe', 'subscription_list']).toContain(answer.type)
        expect(JSON.stringify(answer)).not.toMatch(/\bat \S+:\d+|node_modules|SyntaxError/)
      }),
      { numRuns: 150 }
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        const from = client.messages.length
        client.socket.send(bytes, { binary: true })
        expect(await client.until(() => client.messages[from])).toEqual({
          type: 'error',
          error: 'MALFORMED_REQUEST'
        })
      }),
      { numRuns: 30 }
    )
    expect((await client.ask({ type: 'subscription_list' })).type).toBe('subscription_list')
  })

  it('ends only the connection that violates the protocol', async () => {
    const good = await desk.connect()
    const large = await desk.connect()
    large.send('x'.repeat(2 * 1024 * 1024))
    expect((await large.until(() => large.closed)).code).toBe(1009)
    const broken = await desk.connect()
    const raw: unknown = Reflect.get(broken.socket, '_socket')
    ;(raw as { write(bytes: Buffer): void }).write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]))
    await broken.until(() => broken.closed)
    expect((await good.subscribe('BTCUSD')).type).toBe('subscribe')
  })

  it('refuses a handshake with HTTP', async () => {
    for (const [header, status] of [
      ['Bearer bad', 401],
      ['', 401],
      ['Bearer unscoped', 403]
    ] as const) {
      const refused = await desk.connect(header).catch((error: Error) => error.message)
      expect(refused).toBe(`Unexpected server response: ${status}`)
    }
  })

  it('pings, and drops an unresponsive client', async () => {
    const client = await desk.connect()
    desk.clock.advance(15_000)
    await client.until(() => client.pings === 1)
    await client.settled()
    desk.clock.advance(15_000)
    await client.until(() => client.pings === 2)
    const dead = await desk.connect()
    dead.socket.pause()
    await client.settled()
    expect(desk.stream.connections()).toHaveLength(2)
    desk.clock.advance(15_000)
    await client.until(() => client.pings === 3)
    await client.settled()
    desk.clock.advance(15_000)
    await client.until(() => client.pings === 4)
    await client.until(
      () => desk.stream.connections().length === 1 || client.send({ type: 'subscription_list' })
    )
    expect(client.closed).toBeNull()
  })

  it('sends a close frame', async () => {
    const client = await desk.connect()
    const closing = desk.stream.close()
    expect((await client.until(() => client.closed)).code).toBe(1001)
    await closing
  })
})

describe('an internal error', () => {
  it('is sent as INTERNAL_SERVER_ERROR and keeps the socket open', async () => {
    const desk = await openDesk({
      market: {
        has: () => {
          throw new Error('the inside is broken at secret.ts:1')
        },
        snapshot: () => null,
        onBatch: () => () => undefined,
        step: () => 0
      }
    })
    const client = await desk.connect()
    expect(await client.subscribe('BTCUSD')).toEqual({ type: 'error', error: 'INTERNAL_SERVER_ERROR' })
    expect((await client.ask({ type: 'subscription_list' })).type).toBe('subscription_list')
    await desk.close()
  })

  it('disconnects a slow reader with a reason', async () => {
    const desk = await openDesk({ maxBuffered: 256 * 1024 })
    const good = await desk.connect()
    const slow = await desk.connect()
    await good.subscribe(...desk.exchange.markets)
    await slow.subscribe(...desk.exchange.markets)
    await slow.settled()
    slow.socket.pause()
    const isSlow = ({ channels }: { channels: readonly unknown[] }) => channels.length === 0
    for (let round = 0; round < 400 && !desk.stream.connections().some(isSlow); round += 1) {
      desk.exchange.step(400)
      await good.settled()
    }
    expect(desk.stream.connections().filter(isSlow)).toHaveLength(1)
    slow.socket.resume()
    const { code, reason } = await slow.until(() => slow.closed)
    expect([code, reason]).toEqual([1008, expect.stringContaining('slow consumer')])

    const stuck = await desk.connect()
    await stuck.subscribe(...desk.exchange.markets)
    stuck.socket.pause()
    for (let round = 0; round < 400 && !desk.stream.connections().some(isSlow); round += 1) {
      desk.exchange.step(400)
      await good.settled()
    }
    desk.clock.advance(2000)
    await good.settled()
    expect(desk.stream.connections()).toHaveLength(1)
    for (const name of desk.exchange.markets) expect(good.book(name)).toEqual(desk.truth(name))
    await desk.close()
  })

  it('sends the same bytes to all, equal to JSON.stringify', async () => {
    const desk = await openDesk()
    const client = await desk.connect()
    const texts: string[] = []
    client.socket.on('message', (data) => texts.push(data.toString()))
    await client.subscribe('BTCUSD', 'DOGEUSD')
    desk.exchange.step(300)
    await client.settled()
    expect(texts.length).toBeGreaterThan(50)
    for (const text of texts) expect(JSON.stringify(JSON.parse(text))).toBe(text)
    expect(desk.exchange).toBeInstanceOf(Exchange)
    await desk.close()
  })
})
