import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDesk, scopes, type Desk } from './sandbox-rest-desk'

let desk: Desk
let token: string
const path = '/transfer/deposit-addresses?limit=50'

beforeEach(async () => {
  desk = await openDesk()
  token = await desk.token(scopes.addresses)
})
afterEach(() => desk.close())

test('ends conversions on time', async () => {
  const reader = await desk.token(scopes.conversions)
  const [id] = desk.sandbox.description.conversion_ids
  const read = async () =>
    (await (await desk.get(`/conversion/stablecoins/${id}`, reader)).json()) as Record<string, string>
  const first = await read()
  expect(first).toMatchObject({ status: 'CREATED', updated_at: first['created_at'] })
  desk.clock.jump(25_000)
  const last = await read()
  expect(last).toMatchObject({ status: 'SETTLED', created_at: first['created_at'] })
  expect(last['updated_at']).toBe(last['settled_at'])
  desk.clock.jump(1000_000)
  expect(await read()).toEqual(last)
})

describe('the control API', () => {
  test('switches scenarios, adds addresses, and returns the truth', async () => {
    expect((await desk.control('PUT', '/scenarios/rest-500', { for_ms: 1000 })).status).toBe(200)
    expect((await desk.get(path, token)).status).toBe(500)
    desk.clock.advance(1000)
    expect((await desk.get(path, token)).status).toBe(200)
    expect(await (await desk.control('POST', '/addresses', { count: 3 })).json()).toEqual({ count: 503 })
    expect(await (await desk.control('POST', '/pause')).json()).toEqual({ running: false })
    expect(await (await desk.control('POST', '/step')).json()).toMatchObject({ running: false })
    expect(await (await desk.control('GET', '/books/BTCUSD')).json()).toMatchObject({ market: 'BTCUSD' })
    expect(await (await desk.control('GET', '/connections')).json()).toEqual({ connections: [] })
    expect(
      await (await desk.control('GET', '/trades/BTCUSD?since=2026-01-01T00:00:00Z')).json()
    ).toHaveProperty('trades')
    expect(await (await desk.control('GET', '/aggressors/BTCUSD')).json()).toHaveProperty('aggressors')
    expect(await (await desk.control('POST', '/resume')).json()).toEqual({ running: true })
  })

  test('creates conversions and ends them on request', async () => {
    const reader = await desk.token(scopes.conversions)
    const read = async (id: string) =>
      (await (await desk.get(`/conversion/stablecoins/${id}`, reader)).json()) as Record<string, string>
    const pair = { source_asset: 'USDP', target_asset: 'USD' }
    const { id } = (await (await desk.control('POST', '/conversions', pair)).json()) as { id: string }
    const created = await read(id)
    expect(created).toMatchObject({ ...pair, id, status: 'CREATED' })
    expect(Date.parse(created['created_at']!)).toBe(desk.clock.now())
    desk.clock.jump(5000)
    const end = (which: string, status: string) => desk.control('PUT', `/conversions/${which}`, { status })
    expect((await end(id.toUpperCase(), 'SETTLED')).status).toBe(200)
    const ended = desk.clock.now()
    desk.clock.jump(1000)
    const settled = await read(id)
    expect(settled).toMatchObject({ status: 'SETTLED', created_at: created['created_at'] })
    expect(Date.parse(settled['settled_at']!)).toBe(ended)
    expect((await end(id, 'CANCELLED')).status).toBe(400)
    const seeded = desk.sandbox.description.conversion_ids[20]!
    expect((await end(seeded, 'CANCELLED')).status).toBe(200)
    expect(await read(seeded)).toMatchObject({ status: 'CANCELLED' })
    const other = (await (await desk.control('POST', '/conversions', pair)).json()) as { id: string }
    expect(other.id).not.toBe(id)
  })

  test.each([
    ['POST', '/conversions', { source_asset: 'USDP' }, 400],
    ['POST', '/conversions', { source_asset: 'usd/p', target_asset: 'USD' }, 400],
    ['PUT', '/conversions/00000000-0000-4000-8000-000000000001', { status: 'SETTLED' }, 404],
    ['PUT', '/conversions/7', { status: 'OVER' }, 400],
    ['PUT', '/scenarios/nothing', {}, 404],
    ['PUT', '/scenarios/drop', { for_ms: -1 }, 400],
    ['PUT', '/scenarios/drop', { market: 'NOPE' }, 400],
    ['PUT', '/scenarios/drop', { connection: '999' }, 400],
    ['PUT', '/scenarios/drop', { connection: 999 }, 400],
    ['PUT', '/scenarios/drop', { other: 1 }, 400],
    ['POST', '/addresses', { count: 0 }, 400],
    ['POST', '/addresses', undefined, 400],
    ['GET', '/books/NOPE', undefined, 404],
    ['GET', '/trades/BTCUSD?since=soon', undefined, 400],
    ['DELETE', '/pause', undefined, 405]
  ])('refuses %s %s with %j', async (method, target, body, status) => {
    expect((await desk.control(method, target, body)).status).toBe(status)
  })

  test('targets a scenario at one connection', async () => {
    const authorization = `Bearer ${await desk.token('exchange:read_aggregated_marketdata_stream')}`
    const socket = new WebSocket(desk.sandbox.description.ws_url, { headers: { authorization } })
    await once(socket, 'open')
    const { connections } = (await (await desk.control('GET', '/connections')).json()) as {
      connections: { id: string }[]
    }
    const aim = async (connection: string) =>
      (await desk.control('PUT', '/scenarios/drop', { connection })).status
    expect(await aim(`${connections[0]!.id}9`)).toBe(400)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    const closed = once(socket, 'close')
    expect(await aim(connections[0]!.id)).toBe(200)
    await closed
  })

  test('requires its key', async () => {
    const { control_url } = desk.sandbox.description
    expect((await fetch(`${control_url}/scenarios`)).status).toBe(401)
    expect((await desk.get(`${control_url}/scenarios`, token)).status).toBe(401)
  })
})
