import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AddressQuery } from '#engine/connection/rest/index'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { openRestHarness, type RestHarness } from './desk'

const count = 3217
let desk: RestHarness
let all: readonly DepositAddress[]

async function collect(query: AddressQuery): Promise<readonly DepositAddress[]> {
  const found: DepositAddress[] = []
  for await (const page of desk.rest.addresses.pages(query)) found.push(...page.items)
  return found
}
const ids = (addresses: readonly DepositAddress[]) => addresses.map(({ id }) => id)

beforeAll(async () => {
  desk = await openRestHarness({ addresses: count })
  all = await collect({ limit: 1000 })
})
afterAll(() => desk.close())
beforeEach(() => void (desk.asked.length = 0))

describe('paging', () => {
  test('returns every address once', async () => {
    const { control_url, control_key } = desk.sandbox.description
    const answer = await fetch(`${control_url}/addresses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${control_key}` },
      body: JSON.stringify({ count: 1 })
    })
    const { count: now } = (await answer.json()) as { count: number }
    const progress: number[] = []
    const found: DepositAddress[] = []
    const pages = desk.rest.addresses.pages(
      { limit: 100 },
      {
        onProgress: ({ pages, addresses, unreadable, done }) => {
          expect([pages, unreadable, done]).toEqual([progress.length + 1, 0, addresses === now])
          progress.push(addresses)
        }
      }
    )
    for await (const page of pages) {
      found.push(...page.items)
      expect(progress.at(-1)).toBe(found.length)
    }
    expect(now).toBe(count + 1)
    expect(found).toHaveLength(now)
    expect(new Set(ids(found)).size).toBe(now)
    expect(ids(found).slice(1)).toEqual(ids(all))
    expect(desk.asked).toHaveLength(Math.ceil(now / 100))
    all = found
  })

  test('stops requesting when the loop ends', async () => {
    for await (const page of desk.rest.addresses.pages({ limit: 10 })) {
      expect(page.items).toHaveLength(10)
      break
    }
    expect(desk.asked).toHaveLength(1)
  })

  test('continues from a saved cursor', async () => {
    const first = await desk.rest.addresses.page({ limit: 7 })
    const second = await desk.rest.addresses.page({ limit: 7, pageCursor: first.nextCursor! })
    expect([...ids(first.items), ...ids(second.items)]).toEqual(ids(all.slice(0, 14)))
  })

  test('reports a cursor of another query with the service’s message', async () => {
    const { nextCursor } = await desk.rest.addresses.page({ limit: 7 })
    const wrong = desk.rest.addresses.page({ limit: 7, order: 'ASC', pageCursor: nextCursor! })
    await expect(wrong).rejects.toMatchObject({
      problem: {
        code: 'rest.refused',
        retryable: false,
        requestId: expect.stringMatching(/-/) as string,
        sentence: expect.stringContaining('page_cursor: belongs to another request') as string
      }
    })
    expect(desk.asked).toHaveLength(2)
  })
})

describe('every parameter works as documented', () => {
  const some = <T>(values: readonly (T | null)[]) =>
    [...new Set(values.filter((value) => value !== null))].slice(0, 5)

  test.each<[string, (all: readonly DepositAddress[]) => AddressQuery, (one: DepositAddress) => unknown]>([
    [
      'profileIds',
      (rows) => ({ profileIds: some(rows.map((row) => row.profileId)) }),
      (row) => row.profileId
    ],
    [
      'identityIds',
      (rows) => ({ identityIds: some(rows.map((row) => row.identityId)) }),
      (row) => row.identityId
    ],
    ['ids', (rows) => ({ ids: some(rows.map((row) => row.id)) }), (row) => row.id],
    ['refIds', (rows) => ({ refIds: some(rows.map((row) => row.refId)) }), (row) => row.refId],
    [
      'accountIds',
      (rows) => ({ accountIds: some(rows.map((row) => row.accountId)) }),
      (row) => row.accountId
    ],
    ['networks', () => ({ networks: ['SUI', 'BITCOIN_CASH'] }), (row) => row.network]
  ])('%s', async (name, make, valueOf) => {
    const query = make(all)
    const wanted = Object.values(query)[0] as string[]
    expect(wanted.length).toBeGreaterThan(1)
    const expected = all.filter((row) => wanted.includes(valueOf(row) as string))
    const found = await collect({ ...query, limit: 50 })
    expect(ids(found)).toEqual(ids(expected))
    expect(found.length).toBeGreaterThan(1)
    const parameter = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    for (const value of wanted) expect(desk.asked[0]).toContain(`${parameter}=${value}`)
  })

  test('accepts 100 values', async () => {
    const wanted = ids(all.slice(40, 140))
    expect(ids(await collect({ ids: wanted }))).toEqual(wanted)
  })

  test.each(['lt', 'lte', 'eq', 'gte', 'gt'] as const)(
    'createdAt.%s, to the nanosecond',
    async (comparison) => {
      const middle = all[1500]!.createdAt
      const compare = {
        lt: (at: bigint) => at < middle.at!,
        lte: (at: bigint) => at <= middle.at!,
        eq: (at: bigint) => at === middle.at!,
        gte: (at: bigint) => at >= middle.at!,
        gt: (at: bigint) => at > middle.at!
      }[comparison]
      const found = await collect({ createdAt: { [comparison]: middle.text }, limit: 1000 })
      expect(ids(found)).toEqual(ids(all.filter((row) => compare(row.createdAt.at!))))
      expect(found.length).toBeGreaterThan(0)
    }
  )

  test('order, orderBy, limit, and all of them together', async () => {
    expect(ids(await collect({ order: 'ASC', orderBy: 'CREATED_AT', limit: 1000 }))).toEqual(
      ids(all).toReversed()
    )
    expect(ids((await desk.rest.addresses.page()).items)).toEqual(ids(all.slice(0, 100)))
    expect((await desk.rest.addresses.page({ limit: 1 })).items).toHaveLength(1)
    const [profile] = some(all.map((row) => row.profileId))
    const from = all[2000]!.createdAt
    const before = all[500]!.createdAt
    const found = await collect({
      profileIds: [profile!],
      networks: ['ETHEREUM', 'SOLANA'],
      createdAt: { gte: from.text, lt: before.text },
      order: 'ASC',
      orderBy: 'CREATED_AT',
      limit: 3
    })
    const expected = all.filter(
      (row) =>
        row.profileId === profile &&
        ['ETHEREUM', 'SOLANA'].includes(row.network) &&
        row.createdAt.at! >= from.at! &&
        row.createdAt.at! < before.at!
    )
    expect(ids(found)).toEqual(ids(expected).toReversed())
    expect(found.length).toBeGreaterThan(3)
  })

  test('reports unknown values with the service’s message', async () => {
    await expect(desk.rest.addresses.page({ networks: ['MOON'] })).rejects.toThrow(/rest\.refused/)
  })
})
