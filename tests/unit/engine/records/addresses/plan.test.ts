import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planRequests } from '#engine/records/addresses/load/plan'
import { addressParameters } from '#engine/connection/rest/query'
import type { AddressFilters } from '#shared/contract/records/addresses/index'

const list = (name: string, maxLength = 350) =>
  fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: maxLength }), fc.integer({ min: 1, max: 40 }))
      .map(([count, width]) =>
        Array.from({ length: count }, (_, index) => `${name}${index}`.padEnd(width, '–'))
      ),
    { nil: undefined }
  )

test('requests every combination once within the length limit', () => {
  const filters = fc
    .record({ profileIds: list('p', 220), refIds: list('r', 120), networks: list('n', 5) })
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one)) as AddressFilters)
  fc.assert(
    fc.property(filters, (wanted) => {
      const asked = new Map<string, number>()
      for (const query of planRequests(wanted)) {
        expect(addressParameters(query).toString().length).toBeLessThan(6200)
        for (const profile of query.profileIds ?? [''])
          for (const reference of query.refIds ?? [''])
            for (const network of query.networks ?? ['']) {
              const key = `${profile}/${reference}/${network}`
              asked.set(key, (asked.get(key) ?? 0) + 1)
            }
      }
      const size = (values?: readonly string[]) => values?.length ?? 1
      expect(asked.size).toBe(size(wanted.profileIds) * size(wanted.refIds) * size(wanted.networks))
      expect([...asked.values()].every((times) => times === 1)).toBe(true)
    }),
    { numRuns: 20 }
  )
})

test('splits after a hundred values', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `identity-${index}`)
  expect(planRequests({ identityIds: ids(100) })).toHaveLength(1)
  expect(planRequests({ identityIds: ids(101) })).toHaveLength(2)
  expect(planRequests({ identityIds: ['a', 'a', 'b'] })).toEqual([{ identityIds: ['a', 'b'] }])
  expect(planRequests({})).toEqual([{}])
})

test('adds times to every request and names invalid ones', () => {
  const createdAt = { gte: '2026-01-01T00:00:00Z' }
  const queries = planRequests({ createdAt, refIds: Array.from({ length: 250 }, (_, index) => `r${index}`) })
  expect(queries).toHaveLength(3)
  for (const query of queries) expect(query.createdAt).toEqual(createdAt)
  expect(() => planRequests({ createdAt: { lt: 'soon' } })).toThrow('“soon” is not a valid time')
})

test('refuses too many requests', () => {
  const values = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name}${index}`)
  expect(() => planRequests({ refIds: values('r'), profileIds: values('p') })).toThrow(
    /would need [\d,]+ requests/
  )
})
