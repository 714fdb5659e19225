import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { streamErrorCodes } from '#shared/wire/stream'
import { compareDecimals, parseDecimal } from '#shared/domain/base/decimal'
import { parseTime } from '#shared/domain/base/time'
import { Client, type Message, type Payload } from '../integration/sandbox-stream-desk'
import { local, openTarget, tokenFor, type Target } from './target'

const streamScope = 'exchange:read_aggregated_marketdata_stream'
const configuration = 'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION'
const number = (text: string) => parseDecimal(text)!

/** The documented behavior that a client can check by reading. */
describe('the documented stream', () => {
  let target: Target
  let market: string
  const sockets: WebSocket[] = []

  beforeAll(async () => {
    target = await openTarget()
    market = target.market
  })
  afterAll(() => target.close())
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate()
  })

  function open(authorization?: string) {
    const socket = new WebSocket(target.streamAddress, { headers: authorization ? { authorization } : {} })
    sockets.push(socket)
    return new Promise<Client | number>((resolve, reject) => {
      const client = new Client(socket)
      socket.once('open', () => resolve(client))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.once('error', reject)
    })
  }

  async function connect() {
    const client = await open(`Bearer ${await tokenFor(target, streamScope)}`)
    if (typeof client === 'number') throw new Error(`the handshake was answered with ${client}`)
    return client
  }

  const channel = (type: string, name = market) => ({ type, params: { market: name } })
  const both = () => [channel('market_data'), channel('execution_data')]

  it('5.5: requires a bearer token in the handshake', async () => {
    const refusals = target.local ? [401] : [400, 401, 403]
    expect(refusals).toContain(await open())
    expect(refusals).toContain(await open('Bearer forged.token.here'))
    expect(await open(`Bearer ${await tokenFor(target, streamScope)}`)).toBeInstanceOf(Client)
  })

  it('5.5, 7.1: without the scope the route answers 403 Forbidden', async () => {
    expect(await open(`Bearer ${await tokenFor(target, 'transfer:read_deposit_address')}`)).toBe(403)
  })

  it('4.4: answers subscribe with its type and one result per channel', async () => {
    const client = await connect()
    const answer = await client.ask({ type: 'subscribe', channels: both() })
    expect(answer.type).toBe('subscribe')
    const results = answer.channels!.map(({ type, success }) => [type, success])
    const expected = [
      ['market_data', true],
      ['execution_data', true]
    ]
    expect(results).toHaveLength(2)
    expect(results).toEqual(target.local ? expected : expect.arrayContaining(expected))
  })

  const named = ({ channels }: Message) =>
    channels!.map(({ type, params }) => `${String(type)} ${(params as { market: string }).market}`).sort()

  it('4.4: lists active subscriptions, and unsubscribe ends them', async () => {
    const client = await connect()
    const other = await connect()
    await client.ask({ type: 'subscribe', channels: both() })
    const list = await client.ask({ type: 'subscription_list' })
    expect(list.type).toBe('subscription_list')
    expect(named(list)).toEqual([`execution_data ${market}`, `market_data ${market}`])
    if (target.local) expect(list).toEqual({ type: 'subscription_list', channels: both() })
    expect((await other.ask({ type: 'subscription_list' })).channels).toEqual([])
    const answer = await client.ask({ type: 'unsubscribe', channels: [channel('market_data')] })
    expect(answer).toMatchObject({ type: 'unsubscribe', channels: [{ type: 'market_data', success: true }] })
    expect(named(await client.ask({ type: 'subscription_list' }))).toEqual([`execution_data ${market}`])
    await client.settled()
    const count = client.pushed(market).length
    // An environment may have no trades.
    if (target.local) await client.until(() => client.pushed(market, 'execution_data').length > 1)
    await client.settled()
    expect(client.pushed(market)).toHaveLength(count)
  })

  it('6: answers pings', async () => {
    await (await connect()).settled()
  })

  const levels = ({ bids, asks }: Payload) => [...bids!, ...asks!]

  it('6: sends market_data as a book and its changes in the documented form', async () => {
    const client = await connect()
    await client.ask({ type: 'subscribe', channels: [channel('market_data')] })
    const enough = target.local ? 20 : 3
    await client.until(() => client.pushed(market).length >= enough)
    for (const payload of client.pushed(market)) {
      expect(payload.market).toBe(market)
      expect(payload.type).toEqual(expect.any(String))
      expect(parseTime(payload.time!)).not.toBeNull()
      for (const { price, amount } of levels(payload)) {
        expect([typeof price, typeof amount]).toEqual(['string', 'string'])
        expect(parseDecimal(price) && parseDecimal(amount)).not.toBeNull()
        expect(number(amount).units >= 0n).toBe(true)
      }
    }
  })

  // Not documented.
  it.runIf(local)('6: sends one deep snapshot, then newer updates, in the sandbox', async () => {
    const client = await connect()
    await client.ask({ type: 'subscribe', channels: [channel('market_data')] })
    await client.until(() => client.pushed(market).filter(({ type }) => type === 'UPDATE').length >= 20)
    const pushed = client.pushed(market)
    for (const { type } of pushed) expect(['SNAPSHOT', 'UPDATE']).toContain(type)
    const snapshots = pushed.filter(({ type }) => type === 'SNAPSHOT')
    expect(snapshots).toHaveLength(1)
    expect(Math.min(snapshots[0]!.bids!.length, snapshots[0]!.asks!.length)).toBeGreaterThanOrEqual(50)
    const since = parseTime(snapshots[0]!.time!)!
    const after = pushed.slice(pushed.indexOf(snapshots[0]!) + 1)
    for (const { time } of after) expect(parseTime(time!)! > since).toBe(true)
    const [snapshot] = snapshots
    expect(compareDecimals(number(snapshot!.bids![0]!.price), number(snapshot!.asks![0]!.price))).toBe(-1)
  })

  // An environment may have no trades in time.
  it.runIf(local)('6: sends execution_data with market, price, amount and executed_at', async () => {
    const client = await connect()
    await client.ask({ type: 'subscribe', channels: [channel('execution_data')] })
    await client.until(() => client.pushed(market, 'execution_data').length >= 3)
    for (const payload of client.pushed(market, 'execution_data')) {
      expect(payload.market).toBe(market)
      expect(number(payload.price!).units > 0n && number(payload.amount!).units > 0n).toBe(true)
      expect(parseTime(payload.executed_at!)).not.toBeNull()
    }
  })

  it('7: sends documented error codes without closing the socket', async () => {
    const client = await connect()
    const trade = { type: 'subscribe', channels: [channel('execution_data')] }
    await client.ask(trade)
    const wrong: [unknown, string][] = [
      ['{"type": "subscribe", ', 'MALFORMED_REQUEST'],
      [{ type: 'fly' }, 'UNKNOWN_ACTION'],
      [trade, 'NO_EFFECT_ACTION'],
      [{ type: 'subscribe', channels: [channel('weather_data')] }, 'UNKNOWN_CHANNEL'],
      [{ type: 'subscribe', channels: [{ type: 'market_data', params: {} }] }, configuration]
    ]
    for (const [request, code] of wrong) {
      expect(streamErrorCodes).toContain(code)
      expect(JSON.stringify(await client.ask(request))).toMatch(new RegExp(`\\b${code}\\b`))
    }
    expect(named(await client.ask({ type: 'subscription_list' }))).toEqual([`execution_data ${market}`])
    expect(client.closed).toBeNull()
  })

  // Not documented.
  it.runIf(local)('7: sends every error code at its place in the sandbox', async () => {
    const client = await connect()
    const codes: unknown[] = []
    const whole = async (request: unknown) => codes.push((await client.ask(request)).error)
    await whole('{"type": "subscribe", ')
    await whole({ type: 'fly' })
    await client.ask({ type: 'subscribe', channels: [channel('execution_data')] })
    const answer = await client.ask({
      type: 'subscribe',
      channels: [
        channel('execution_data'),
        channel('weather_data'),
        channel('market_data', 'NOSUCHMARKET'),
        { type: 'market_data', params: {} }
      ]
    })
    codes.push(...answer.channels!.map(({ error }) => error))
    const needless = await client.ask({ type: 'unsubscribe', channels: [channel('market_data')] })
    codes.push(needless.channels![0]!.error)
    expect(codes).toEqual([
      'MALFORMED_REQUEST',
      'UNKNOWN_ACTION',
      'NO_EFFECT_ACTION',
      'UNKNOWN_CHANNEL',
      configuration,
      configuration,
      'NO_EFFECT_ACTION'
    ])
    expect((await client.ask({ type: 'subscription_list' })).channels).toEqual([channel('execution_data')])
    expect(client.closed).toBeNull()
  })
})
