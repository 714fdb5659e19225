import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { streamErrorCodes } from '../../electron/shared/wire/stream'
import { compareDecimals, parseDecimal } from '../../electron/shared/domain/decimal'
import { parseTime } from '../../electron/shared/domain/time'
import { Client, type Payload } from '../integration/sandbox-stream-desk'
import { openTarget, tokenFor, type Target } from './target'

const streamScope = 'exchange:read_aggregated_marketdata_stream'
/** The service has no list of markets; this one every environment has. */
const market = 'BTCUSD'
const number = (text: string) => parseDecimal(text)!

/** The sentences of sections 4.4, 5.5, 6 and 7 that a client can check without changing anything. */
describe('the stream as it is described', () => {
  let target: Target
  const sockets: WebSocket[] = []

  beforeAll(async () => {
    target = await openTarget()
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

  it('5.5: the handshake carries the bearer token; without it there is no stream', async () => {
    expect(await open()).toBe(401)
    expect(await open('Bearer forged.token.here')).toBe(401)
    expect(await open(`Bearer ${await tokenFor(target, streamScope)}`)).toBeInstanceOf(Client)
  })

  it('5.5, 7.1: without the scope the route answers 403 Forbidden', async () => {
    expect(await open(`Bearer ${await tokenFor(target, 'transfer:read_deposit_address')}`)).toBe(403)
  })

  it('4.4: subscribe answers with its type and one result for each channel, in their order', async () => {
    const client = await connect()
    const answer = await client.ask({ type: 'subscribe', channels: both() })
    expect(answer.type).toBe('subscribe')
    expect(answer.channels!.map(({ type, success }) => [type, success])).toEqual([
      ['market_data', true],
      ['execution_data', true]
    ])
  })

  it('4.4: subscription_list names every active subscription of this connection, unsubscribe ends it', async () => {
    const client = await connect()
    const other = await connect()
    await client.ask({ type: 'subscribe', channels: both() })
    expect(await client.ask({ type: 'subscription_list' })).toEqual({
      type: 'subscription_list',
      channels: both()
    })
    expect((await other.ask({ type: 'subscription_list' })).channels).toEqual([])
    const answer = await client.ask({ type: 'unsubscribe', channels: [channel('market_data')] })
    expect(answer).toMatchObject({ type: 'unsubscribe', channels: [{ type: 'market_data', success: true }] })
    expect((await client.ask({ type: 'subscription_list' })).channels).toEqual([channel('execution_data')])
    await client.settled()
    const count = client.pushed(market).length
    await client.until(() => client.pushed(market, 'execution_data').length > 1)
    expect(client.pushed(market)).toHaveLength(count)
  })

  it('6: pings are answered', async () => {
    await (await connect()).settled()
  })

  const levels = ({ bids, asks }: Payload) => [...bids!, ...asks!]

  it('6: market_data is a snapshot, then incremental changes of the described form', async () => {
    const client = await connect()
    await client.ask({ type: 'subscribe', channels: [channel('market_data')] })
    await client.until(() => client.pushed(market).filter(({ type }) => type === 'UPDATE').length >= 20)
    const pushed = client.pushed(market)
    const snapshots = pushed.filter(({ type }) => type === 'SNAPSHOT')
    expect(snapshots).toHaveLength(1)
    expect(Math.min(snapshots[0]!.bids!.length, snapshots[0]!.asks!.length)).toBeGreaterThanOrEqual(50)
    const since = parseTime(snapshots[0]!.time!)!
    for (const payload of pushed) {
      expect(payload.market).toBe(market)
      expect(['SNAPSHOT', 'UPDATE']).toContain(payload.type)
      expect(parseTime(payload.time!)).not.toBeNull()
      for (const { price, amount } of levels(payload)) {
        expect([typeof price, typeof amount]).toEqual(['string', 'string'])
        expect(parseDecimal(price) && parseDecimal(amount)).not.toBeNull()
        expect(number(amount).units >= 0n).toBe(true)
      }
    }
    const after = pushed.slice(pushed.indexOf(snapshots[0]!) + 1)
    for (const { time } of after) expect(parseTime(time!)! > since).toBe(true)
    const [snapshot] = snapshots
    expect(compareDecimals(number(snapshot!.bids![0]!.price), number(snapshot!.asks![0]!.price))).toBe(-1)
  })

  it('6: execution_data has market, price, amount and executed_at', async () => {
    const client = await connect()
    await client.ask({ type: 'subscribe', channels: [channel('execution_data')] })
    await client.until(() => client.pushed(market, 'execution_data').length >= 3)
    for (const payload of client.pushed(market, 'execution_data')) {
      expect(payload.market).toBe(market)
      expect(number(payload.price!).units > 0n && number(payload.amount!).units > 0n).toBe(true)
      expect(parseTime(payload.executed_at!)).not.toBeNull()
    }
  })

  it('7: each error code has its meaning, and none of them closes the socket', async () => {
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
      'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION',
      'UNKNOWN_CHANNEL_PARAMS_CONFIGURATION',
      'NO_EFFECT_ACTION'
    ])
    for (const code of codes) expect(streamErrorCodes).toContain(code)
    expect((await client.ask({ type: 'subscription_list' })).channels).toEqual([channel('execution_data')])
    expect(client.closed).toBeNull()
  })
})
