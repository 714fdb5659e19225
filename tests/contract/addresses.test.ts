import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cryptoNetworks, type CryptoNetwork } from '#shared/domain/records/networks'
import { parseTime } from '#shared/domain/base/time'
import { get, local, openTarget, rfc3339, tokenFor, uuid, type Fields, type Target } from './target'

let target: Target
let token: string
let sample: readonly Fields[]

const list = (query: string) => get(target, `/transfer/deposit-addresses?${query}`, token)
const items = async (query: string) => (await list(query)).body['items'] as Fields[]
const time = (row: Fields) => parseTime(String(row['created_at']))!

beforeAll(async () => {
  target = await openTarget()
  token = await tokenFor(target, 'transfer:read_deposit_address')
  sample = await items('limit=1000')
})
afterAll(() => target.close())

describe('sections 2.1, 4.1 and 8: deposit addresses', () => {
  test('returns JSON with items and a cursor', async () => {
    const { status, headers, body } = await list('')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(target.local ? /^application\/json/ : /json/)
    expect(Array.isArray(body['items'])).toBe(true)
    expect((body['items'] as unknown[]).length).toBeLessThanOrEqual(100)
    if (target.local) expect(body['items']).toHaveLength(100)
  })

  test('formats every field as documented', () => {
    for (const row of sample) {
      expect(String(row['id'])).toMatch(uuid)
      for (const name of ['profile_id', 'customer_id', 'address'])
        expect(row[name]).toEqual(expect.any(String))
      expect(row['created_at']).toMatch(rfc3339)
      if (target.local) {
        expect(cryptoNetworks).toContain(row['crypto_network'])
        expect(['NO_CONVERSION', 'USD']).toContain(row['conversion_target_asset'])
      }
      for (const name of ['identity_id', 'ref_id', 'account_id']) {
        if (name in row) expect(typeof row[name]).toBe('string')
      }
      const metadata = Object.entries((row['metadata'] ?? {}) as Record<string, string>)
      expect(metadata.length).toBeLessThanOrEqual(6)
      for (const side of metadata.flat()) expect([...side].length).toBeLessThanOrEqual(100)
    }
  })

  test('sorts newest first by default', async () => {
    const rising = await items('order=ASC&order_by=CREATED_AT&limit=200')
    for (let place = 1; place < sample.length; place += 1) {
      expect(time(sample[place - 1]!) >= time(sample[place]!)).toBe(true)
    }
    for (let place = 1; place < rising.length; place += 1) {
      expect(time(rising[place - 1]!) <= time(rising[place]!)).toBe(true)
    }
  })

  test('returns pages without gaps', async () => {
    const first = await list('limit=7')
    const cursor = first.body['next_page_cursor']
    if (!cursor) return expect(sample.length).toBeLessThanOrEqual(7)
    const second = await items(`limit=7&page_cursor=${encodeURIComponent(String(cursor))}`)
    const ids = [...(first.body['items'] as Fields[]), ...second].map((row) => row['id'])
    expect(ids).toEqual(sample.slice(0, ids.length).map((row) => row['id']))
  })

  test.each([
    ['ids', 'id'],
    ['profile_ids', 'profile_id'],
    ['identity_ids', 'identity_id'],
    ['ref_ids', 'ref_id'],
    ['account_ids', 'account_id'],
    ['networks', 'crypto_network']
  ])('%s filters by %s, one or the other', async (parameter, field) => {
    const values = [...new Set(sample.map((row) => row[field]).filter((value) => value !== undefined))]
    const wanted = values.slice(0, 2).map(String)
    const query = new URLSearchParams(wanted.map((value) => [parameter, value]))
    const found = await items(`${query}&limit=1000`)
    expect(found.length > 0 || wanted.length === 0).toBe(true)
    for (const row of found) if (wanted.length > 0) expect(wanted).toContain(row[field])
  })

  test('combines filters', async () => {
    const [row] = sample
    if (row === undefined) return expect(target.local).toBe(false)
    const other = cryptoNetworks.find((network: CryptoNetwork) => network !== row['crypto_network'])!
    expect(await items(`ids=${String(row['id'])}&networks=${String(row['crypto_network'])}`)).toHaveLength(1)
    expect(await items(`ids=${String(row['id'])}&networks=${other}`)).toHaveLength(0)
  })

  test('applies the five comparisons exactly', async () => {
    const middle = sample[Math.floor(sample.length / 2)]
    if (middle === undefined) return expect(target.local).toBe(false)
    const text = encodeURIComponent(String(middle['created_at']))
    const at = time(middle)
    const holds: Record<string, (each: bigint) => boolean> = {
      lt: (each) => each < at,
      lte: (each) => each <= at,
      eq: (each) => each === at,
      gte: (each) => each >= at,
      gt: (each) => each > at
    }
    for (const [comparison, hold] of Object.entries(holds)) {
      const found = await items(`created_at.${comparison}=${text}&limit=1000`)
      expect(found.every((row) => hold(time(row)))).toBe(true)
      expect(found.some((row) => row['id'] === middle['id'])).toBe(hold(at))
    }
  })

  // Not documented.
  test.runIf(local).each([
    ['limit', 'limit=0'],
    ['limit', 'limit=1001'],
    ['limit', 'limit=many'],
    ['order', 'order=SIDEWAYS'],
    ['order_by', 'order_by=ADDRESS'],
    ['networks', 'networks=ATLANTIS'],
    ['ids', 'ids=no-uuid'],
    ['created_at.lt', 'created_at.lt=yesterday'],
    ['created_at.eq', 'created_at.eq=2026-02-30T00:00:00Z'],
    ['page_cursor', 'page_cursor=abc'],
    ['profile_ids', Array.from({ length: 101 }, (_, place) => `profile_ids=${place}`).join('&')]
  ])('rejects a wrong %s with a problem that names it: %s', async (parameter, query) => {
    const { status, body, headers } = await list(query)
    expect(status).toBe(400)
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(body).toMatchObject({ status: 400, meta: { parameter } })
    expect(String(body['detail'])).toContain(parameter)
  })

  test('allows a hundred values and a thousand rows', async () => {
    const query = Array.from({ length: 100 }, (_, place) => `ref_ids=none-${place}`).join('&')
    expect(await items(query)).toEqual([])
    if (target.local) expect(sample).toHaveLength(1000)
  })
})
