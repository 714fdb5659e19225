import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatTimeShortest } from '#shared/domain/base/time'
import { inOrder, question, recordsOf } from '../../unit/engine/records/addresses/desk'
import { freshFolder } from '../support/folder'
import { connect, openAddresses, type AddressHarness, type Connected } from './desk'

const count = 3200
const records = inOrder(recordsOf(count))
let service: Connected
let desk: AddressHarness
let folder: string

beforeAll(async () => {
  service = await connect({ addresses: count })
})
afterAll(() => service.close())
beforeEach(async () => {
  folder = await freshFolder()
  desk = await openAddresses(folder, () => service)
  service.asked.length = 0
})
afterEach(async () => {
  service.before = () => undefined
  await desk.addresses.dispose()
})

const some = (name: 'id' | 'profileId' | 'identityId' | 'accountId' | 'refId' | 'network', max: number) =>
  [...new Set(records.map((record) => record[name]))].filter((value) => value !== null).slice(0, max)

const padded = (values: readonly string[], max: number, other: (index: number) => string) => [
  ...values,
  ...Array.from({ length: max - values.length }, (_, index) => other(index))
]
const unknownId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

test.each([
  ['ids', 'ids', padded(some('id', 90), 230, unknownId)],
  ['profileIds', 'profile_ids', padded(some('profileId', 3), 130, unknownId)],
  ['identityIds', 'identity_ids', padded(some('identityId', 90), 230, unknownId)],
  ['accountIds', 'account_ids', padded(some('accountId', 90), 230, unknownId)],
  ['refIds', 'ref_ids', padded(some('refId', 90), 230, (index) => `nobody-${index}`)],
  // There are fewer than a hundred networks.
  ['networks', 'networks', some('network', 100)]
] as const)(
  'sends each of over a hundred %s once, in several requests',
  async (filter, parameter, values) => {
    const members = {
      ids: 'id',
      profileIds: 'profileId',
      identityIds: 'identityId',
      accountIds: 'accountId',
      refIds: 'refId',
      networks: 'network'
    } as const
    const state = await desk.load({ [filter]: values })
    const first = service.asked.filter((asked) => !asked.has('page_cursor'))
    const parts = first.map((asked) => asked.getAll(parameter))
    expect(parts.length).toBeGreaterThanOrEqual(Math.ceil(values.length / 100))
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(100)
    expect(parts.flat().sort()).toEqual([...values].sort())
    expect(state.load).toMatchObject({ phase: 'done', requests: parts.length })
    const expected = records.filter((record) => values.includes(record[members[filter]] ?? ''))
    expect(expected.length).toBeGreaterThan(0)
    expect(await desk.idsOf(question())).toEqual(expected.map(({ id }) => id))
  }
)

describe('filters', () => {
  const middle = records[count / 2]!.createdAt
  test.each([
    ['ids', some('id', 1), 'ids'],
    ['ids, of which 250', some('id', 250), 'ids'],
    ['profiles', some('profileId', 5), 'profile_ids'],
    ['identities, of which 230', some('identityId', 230), 'identity_ids'],
    ['accounts, of which 101', some('accountId', 101), 'account_ids'],
    ['reference ids, of which 120', some('refId', 120), 'ref_ids'],
    ['networks', some('network', 3), 'networks']
  ] as const)('%s', async (_, values, parameter) => {
    const names = {
      ids: ['ids', 'id'],
      profile_ids: ['profileIds', 'profileId'],
      identity_ids: ['identityIds', 'identityId'],
      account_ids: ['accountIds', 'accountId'],
      ref_ids: ['refIds', 'refId'],
      networks: ['networks', 'network']
    } as const
    const [filter, member] = names[parameter]
    const state = await desk.load({ [filter]: values })
    const expected = records.filter((record) => values.includes(record[member] ?? ''))
    expect(await desk.idsOf(question())).toEqual(expected.map(({ id }) => id))
    expect(state.load).toMatchObject({ phase: 'done', received: expected.length, added: expected.length })
    expect(service.asked.flatMap((asked) => asked.getAll(parameter)).length).toBeGreaterThanOrEqual(
      values.length
    )
    expect(new Set(service.asked.flatMap((asked) => asked.getAll(parameter)))).toEqual(new Set(values))
    for (const asked of service.asked) {
      expect(asked.getAll(parameter).length).toBeLessThanOrEqual(100)
      expect([asked.get('limit'), asked.get('order')]).toEqual(['1000', 'DESC'])
    }
  })

  test.each([
    ['lt', (at: bigint) => at < middle.at!],
    ['lte', (at: bigint) => at <= middle.at!],
    ['eq', (at: bigint) => at === middle.at!],
    ['gte', (at: bigint) => at >= middle.at!],
    ['gt', (at: bigint) => at > middle.at!]
  ] as const)('created_at.%s', async (comparison, keeps) => {
    await desk.load({ createdAt: { [comparison]: middle.text } }, 'ASC')
    const expected = records.filter(({ createdAt }) => keeps(createdAt.at!)).map(({ id }) => id)
    expect(await desk.idsOf(question())).toEqual(expected)
    for (const asked of service.asked) {
      expect([asked.get(`created_at.${comparison}`), asked.get('order')]).toEqual([middle.text, 'ASC'])
    }
  })

  test('merges two filters of more than a hundred values without duplicates', async () => {
    const identityIds = some('identityId', 150)
    const networks = some('network', 16)
    const refIds = some('refId', 400)
    const first = await desk.load({ identityIds, networks, refIds })
    const expected = records.filter(
      ({ identityId, refId }) => identityIds.includes(identityId ?? '') && refIds.includes(refId ?? '')
    )
    expect(expected.length).toBeGreaterThan(0)
    expect(await desk.idsOf(question())).toEqual(expected.map(({ id }) => id))
    expect(first.load!.requests).toBe(service.asked.length)
    const again = await desk.load({ identityIds, networks, refIds })
    expect(again.load).toMatchObject({ received: expected.length, added: 0 })
    expect(again.rows).toBe(expected.length)
  })

  test('refuses invalid times and values', async () => {
    await expect(desk.load({ createdAt: { gt: 'soon' } })).rejects.toThrow('not a valid time')
    const { load: refused } = await desk.load({ ids: ['nonsense'] })
    expect(refused).toMatchObject({ phase: 'interrupted', received: 0 })
    expect(refused!.sentence).toContain('not an address ID')
  })
})

describe('loading everything', () => {
  const all = records.map(({ id }) => id)
  const few = { pageLimit: 500 }
  const reopen = async () => {
    await desk.addresses.dispose()
    desk = await openAddresses(folder, () => service, few)
    service.asked.length = 0
  }
  /** Stops after a number of pages. */
  const loadPages = async (pages: number) => {
    await desk.addresses.loadEverything()
    await expect.poll(() => desk.addresses.state.load!.pages, { interval: 1 }).toBeGreaterThanOrEqual(pages)
    await desk.addresses.stop()
    return desk.addresses.state
  }

  test('stops at once, resumes, and completes', async () => {
    await reopen()
    const stopped = await loadPages(2)
    expect(stopped.load).toMatchObject({ phase: 'stopped', resumable: true })
    expect(stopped.load!.sentence).toMatch(/^Stopped\. Received [\d,]+ addresses/)
    expect(stopped.everything).toMatchObject({ begun: true, complete: false })
    const before = stopped.load!.received
    expect(stopped.rows).toBeGreaterThanOrEqual(before)
    expect(before).toBeLessThan(count)
    await desk.addresses.resume()
    await desk.settled()
    const { load: done, everything, rows } = desk.addresses.state
    expect([done!.phase, done!.added, everything.complete, rows]).toEqual(['done', count, true, count])
    expect(await desk.idsOf(question())).toEqual(all)
    // Allows for the repeated page and the refresh.
    expect(service.asked.length).toBeLessThanOrEqual(Math.ceil(count / 500) + 2)
  })

  test('resumes after a restart if saved', async () => {
    await reopen()
    await desk.addresses.keepOnDisk(true)
    const { rows: had } = await loadPages(2)
    await reopen()
    expect(desk.addresses.state).toMatchObject({ rows: had, everything: { begun: true, complete: false } })
    await desk.addresses.loadEverything()
    await desk.settled()
    expect(desk.addresses.state.load).toMatchObject({ phase: 'done', added: count - had })
    expect(await desk.idsOf(question())).toEqual(all)
    await reopen()
    expect(await desk.idsOf(question())).toEqual(all)
  })

  test('restarts after a restart if not saved', async () => {
    await reopen()
    await loadPages(2)
    await reopen()
    expect(desk.addresses.state).toMatchObject({ rows: 0, everything: { begun: false, newest: null } })
  })

  test('continues by time after the service dropped its cursors, and refreshes', async () => {
    await reopen()
    await desk.addresses.keepOnDisk(true)
    await loadPages(3)
    await desk.addresses.dispose()
    const other = await connect({ addresses: count })
    desk = await openAddresses(folder, () => other, few)
    await desk.addresses.loadEverything()
    await desk.settled()
    expect(desk.addresses.state.load).toMatchObject({ phase: 'done' })
    expect(await desk.idsOf(question())).toEqual(all)
    expect(other.asked.some((asked) => asked.has('created_at.lte') && !asked.has('page_cursor'))).toBe(true)
    const { control_url, control_key } = other.sandbox.description
    const headers = { authorization: `Bearer ${control_key}` }
    await fetch(`${control_url}/addresses`, { method: 'POST', headers, body: JSON.stringify({ count: 7 }) })
    other.asked.length = 0
    await desk.addresses.refresh()
    await desk.settled()
    expect(desk.addresses.state.load).toMatchObject({ kind: 'refresh', phase: 'done', added: 7 })
    const after = records.at(-1)!.createdAt.at! - 300_000_000_000n
    expect(other.asked[0]!.get('created_at.gte')).toBe(formatTimeShortest(after))
    expect(await desk.idsOf(question())).toHaveLength(count + 7)
    await desk.addresses.loadEverything()
    await desk.settled()
    expect(desk.addresses.state.load).toMatchObject({ kind: 'refresh', added: 0 })
    await other.close()
  })

  test('removes everything and loads from the start', async () => {
    await reopen()
    await loadPages(1)
    await desk.addresses.clearLoaded()
    expect(desk.addresses.state).toMatchObject({ rows: 0, load: null, everything: { begun: false } })
    expect(await desk.idsOf(question())).toEqual([])
    await desk.addresses.loadEverything()
    await desk.settled()
    expect(desk.addresses.state.rows).toBe(count)
  })
})

test('copies an address, its payment request and its record', async () => {
  const bitcoin = records.find(({ network }) => network === 'BITCOIN')!
  const sui = records.find(({ network }) => network === 'SUI')!
  await desk.load({ ids: [bitcoin.id, sui.id] })
  const copied = await desk.addresses.copy(bitcoin.id, 'address')
  expect(copied).toMatchObject({ matches: true, watchedUntil: expect.any(Number) as number })
  expect(desk.clipboard.text).toBe(bitcoin.address)
  await desk.addresses.copy(bitcoin.id, 'uri')
  expect(desk.clipboard.text).toBe(`bitcoin:${bitcoin.address}`)
  expect((await desk.addresses.copy(bitcoin.id, 'json')).watchedUntil).toBeNull()
  expect(JSON.parse(desk.clipboard.text)).toMatchObject({ id: bitcoin.id, address: bitcoin.address })
  await expect(desk.addresses.copy(sui.id, 'uri')).rejects.toThrow('no payment requests')
})
