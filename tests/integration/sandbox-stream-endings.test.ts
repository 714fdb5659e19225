import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from './sandbox-stream-desk'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

describe('scenarios that hold messages', () => {
  it('silent: sends nothing, then everything missed', async () => {
    const client = await desk.subscribed()
    desk.run(5)
    await client.settled()
    desk.on('silent')
    const before = client.messages.length
    client.send({ type: 'subscription_list' })
    desk.run(100)
    await client.settled()
    expect(client.messages).toHaveLength(before)
    desk.scenarios.switchOff('silent')
    desk.run(5)
    await client.until(() => client.messages.some(({ type }) => type === 'subscription_list'))
    await desk.expectTruth(client, 'BTCUSD')
    expect(client.pushed('BTCUSD', 'execution_data')).toEqual(desk.exchange.trades('BTCUSD'))
  })

  it('silent for one market: others continue, and a pending snapshot comes at the end', async () => {
    desk.on('silent', { market: 'BTCUSD' })
    const client = await desk.subscribed('BTCUSD', 'ETHUSD')
    desk.run(50)
    await desk.expectTruth(client, 'ETHUSD')
    expect(client.pushed('BTCUSD')).toEqual([])
    desk.scenarios.switchOff('silent')
    desk.run(5)
    await desk.expectTruth(client, 'BTCUSD', 'ETHUSD')
  })

  it('half-open: sends not even a pong until it ends', async () => {
    const client = await desk.subscribed()
    const watcher = await desk.subscribed()
    desk.on('half-open', { connection: desk.stream.connections()[0]!.id })
    const before = client.messages.length
    client.socket.ping()
    desk.run(50)
    for (let ping = 0; ping < 4; ping += 1) {
      desk.clock.advance(15_000)
      await watcher.settled()
    }
    expect(client.pongs).toBe(0)
    expect(client.messages).toHaveLength(before)
    expect(client.closed).toBeNull()
    desk.scenarios.switchOff('half-open')
    await client.until(() => client.pongs === 1)
    await desk.expectTruth(client, 'BTCUSD')
  })

  it('slow-ack: answers late and in order', async () => {
    const client = await desk.connect()
    desk.on('slow-ack')
    client.send({ type: 'subscribe', channels: [{ type: 'market_data', params: { market: 'BTCUSD' } }] })
    client.send({ type: 'subscription_list' })
    await client.settled()
    desk.run(5)
    desk.clock.advance(2000)
    await client.settled()
    expect(client.messages).toEqual([])
    desk.clock.advance(1000)
    await client.until(() => client.messages.length === 3)
    expect(client.messages.map(({ type }) => type)).toEqual(['subscribe', undefined, 'subscription_list'])
  })
})

describe('scenarios that end connections', () => {
  it.each([
    ['close-1001', 1001],
    ['close-1006', 1006],
    ['close-1011', 1011],
    ['close-1013', 1013],
    ['drop', 1006],
    ['drop-mid-frame', 1006],
    ['token-revoked', 1008]
  ] as const)('%s ends only its target, with %i', async (name, code) => {
    const client = await desk.subscribed()
    const other = await desk.subscribed('ETHUSD')
    desk.on(name, { market: 'BTCUSD' })
    expect((await client.until(() => client.closed)).code).toBe(code)
    desk.run(10)
    await desk.expectTruth(other, 'ETHUSD')
    await other.until(() => desk.stream.connections().length === 1)
    expect(other.closed).toBeNull()
  })

  it('ends new connections shortly after they open while active', async () => {
    desk.on('close-1013')
    const client = await desk.subscribed()
    desk.run(5)
    await desk.expectTruth(client, 'BTCUSD')
    desk.clock.advance(300)
    expect((await client.until(() => client.closed)).code).toBe(1013)
    desk.scenarios.switchOff('close-1013')
    const back = await desk.subscribed()
    desk.clock.advance(300)
    await desk.expectTruth(back, 'BTCUSD')
  })

  it('handshake-401 and handshake-403 refuse a valid token', async () => {
    for (const status of [401, 403] as const) {
      desk.on(`handshake-${status}`, { for_ms: 100 })
      await expect(desk.connect()).rejects.toThrow(`Unexpected server response: ${status}`)
      desk.clock.advance(200)
      await desk.connect()
    }
  })
})
