import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Labels } from '#engine/records/addresses/search/labels'
import { Loaded } from '#engine/records/addresses/store/loaded'
import { addressParameters } from '#engine/connection/rest/query'
import { pageOf } from '#sandbox/data/address-query'
import { readAddressRequest } from '#sandbox/rest/query'
import type { AddressFilters } from '#shared/contract/records/addresses/index'
import { cryptoNetworks } from '#shared/domain/records/networks'
import { formatTimeShortest } from '#shared/domain/base/time'
import type { DepositAddress } from '#shared/wire/address-decoder'
import { inOrder, question, recordsOf, sandboxAddresses } from './desk'

const count = 1500
const source = sandboxAddresses(count)
const loaded = new Loaded(new Labels())
let records: DepositAddress[]

beforeAll(() => {
  records = recordsOf(count)
  // Shuffled.
  records.forEach((_, index) => loaded.add(records[(index * 7) % count]!))
  expect(loaded.rows.count).toBe(count)
})

const unknownId = '00000000-0000-4000-8000-000000000000'
const row = fc.nat(count - 1)
const time = fc
  .tuple(row, fc.integer({ min: -1, max: 1 }))
  .map(([position, off]) => formatTimeShortest(source.createdAt(position) + BigInt(off)))
const times = fc.record({ lt: time, lte: time, eq: time, gte: time, gt: time }, { requiredKeys: [] })

const members = {
  ids: ({ id }: DepositAddress) => id,
  profileIds: ({ profileId }: DepositAddress) => profileId,
  identityIds: ({ identityId }: DepositAddress) => identityId,
  accountIds: ({ accountId }: DepositAddress) => accountId,
  refIds: ({ refId }: DepositAddress) => refId
}

/** Values of few rows, unknown values, and upper case. */
const filters = fc
  .record({
    positions: fc.array(row, { minLength: 1, maxLength: 30 }),
    used: fc.subarray(Object.keys(members) as (keyof typeof members)[]),
    networks: fc.option(fc.uniqueArray(fc.constantFrom(...cryptoNetworks), { minLength: 1 }), {
      nil: undefined
    }),
    createdAt: fc.option(times, { nil: undefined, freq: 2 }),
    odd: fc.nat(7)
  })
  .map(({ positions, used, networks, createdAt, odd }): AddressFilters => {
    const lists = used.map((name) => {
      const list = positions.map((position, index) => {
        const value = members[name](records[position]!)
        if (value === null || index % 8 === odd) return name === 'refIds' ? 'dep-none' : unknownId
        return index % 5 === odd && name !== 'refIds' ? value.toUpperCase() : value
      })
      return [name, list] as const
    })
    return { ...Object.fromEntries(lists), ...(networks && { networks }), ...(createdAt && { createdAt }) }
  })

test('filters like the sandbox, in the same order', () => {
  let notEmpty = 0
  fc.assert(
    fc.property(filters, fc.constantFrom('ASC' as const, 'DESC' as const), (wanted, order) => {
      const request = readAddressRequest(addressParameters({ ...wanted, order }), source)
      const page = pageOf(source, request.query, { order, limit: count, after: null })
      // Equal times are ordered by ID here.
      const left = inOrder(page.rows.map((position) => records[position]!)).map(({ id }) => id)
      const expected = order === 'ASC' ? left : left.toReversed()
      loaded.views.ask('view', 0, question('', wanted, order), loaded.rows.end)
      const found = Array.from(loaded.views.rows('view'), (position) => loaded.rows.record(position).id)
      expect(found).toEqual(expected)
      notEmpty += expected.length > 0 ? 1 : 0
    }),
    { numRuns: 300 }
  )
  expect(notEmpty).toBeGreaterThan(60)
})

test('reuses the previous filters, and reports an unknown table', () => {
  const networks = { networks: ['BASE'] }
  const { count: left } = loaded.views.ask('kept', 0, question('', networks), 1)
  expect(left).toBeGreaterThan(0)
  expect(loaded.views.ask('kept', 1, { ...question(), filters: null }, 1).count).toBe(left)
  expect(() => loaded.views.ask('new', 1, { ...question(), filters: null }, 1)).toThrow('Reload it')
})

test('matches nothing for an invalid time', () => {
  const { count: left } = loaded.views.ask('view', 0, question('', { createdAt: { gte: 'yesterday' } }), 1)
  expect(left).toBe(0)
})

test('excludes addresses without a valid time from time ranges', () => {
  const own = new Loaded(new Labels())
  own.add({ ...records[0]!, createdAt: { text: 'long ago', at: null } })
  own.add(records[1]!)
  const ask = (asked: AddressFilters) => own.views.ask('view', 0, question('', asked), 1).count
  expect(ask({})).toBe(2)
  expect(ask({ createdAt: { gte: '0001-01-01T00:00:00Z' } })).toBe(1)
  expect(own.views.ask('view', 0, question(), 2).count).toBe(2)
  expect(own.views.slice('view', 0, 2).rows[0]!.createdAt).toBe('long ago')
})

test('is consistent while rows arrive', () => {
  const step = fc.record({ from: row, size: fc.integer({ min: 1, max: 60 }), changed: fc.boolean() })
  const network = fc.constantFrom<AddressFilters>(
    {},
    { networks: ['ETHEREUM'] },
    { networks: ['BASE', 'INK'] }
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), network, (steps, wanted) => {
      const own = new Loaded(new Labels())
      const newest = new Map<string, DepositAddress>()
      for (const [turn, { from, size, changed }] of steps.entries()) {
        for (const record of records.slice(from, from + size)) {
          const come = changed ? { ...record, network: 'INK', refId: `again ${turn}` } : record
          own.add(come)
          newest.set(come.id, come)
        }
        own.views.ask('view', turn, question('', wanted), turn)
        const found = Array.from(own.views.rows('view'), (position) => own.rows.record(position))
        const expected = inOrder([...newest.values()]).filter(
          (record) => wanted.networks?.includes(record.network) ?? true
        )
        expect(found).toEqual(expected)
      }
    }),
    { numRuns: 60 }
  )
})
