import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressParameters, pathId, type AddressQuery } from '#engine/connection/rest/query'
import { ProblemError } from '#shared/domain/base/problem'

const names = {
  profileIds: 'profile_ids',
  identityIds: 'identity_ids',
  ids: 'ids',
  refIds: 'ref_ids',
  accountIds: 'account_ids',
  networks: 'networks'
} as const
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const problemOf = (query: AddressQuery) => {
  try {
    addressParameters(query)
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem
  }
  throw new Error('nothing was thrown')
}

describe('query parameters', () => {
  it('are empty without a query', () => {
    expect(addressParameters({}).toString()).toBe('')
  })

  it('contain each value once, under the service’s name', () => {
    const value = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.trim() !== '')
    const well = value.filter((text) => !/\p{Cs}/u.test(text))
    fc.assert(
      fc.property(
        fc.constantFrom('profileIds', 'identityIds', 'refIds', 'accountIds', 'networks' as const),
        fc.array(well, { minLength: 1, maxLength: 100 }),
        (member, values) => {
          const sent = new URLSearchParams(addressParameters({ [member]: values }).toString())
          expect(sent.getAll(names[member])).toEqual([...new Set(values)])
          expect([...new Set(sent.keys())]).toEqual([names[member]])
        }
      )
    )
  })

  it('support everything documented', () => {
    const time = (second: number) => `2026-01-02T03:04:0${second}.123456789+02:00`
    const parameters = addressParameters({
      ids: [id(1), id(2)],
      createdAt: { lt: time(1), lte: time(2), eq: time(3), gte: time(4), gt: time(5) },
      limit: 1000,
      order: 'ASC',
      orderBy: 'CREATED_AT',
      pageCursor: 'a+b/c='
    })
    expect([...new URLSearchParams(parameters.toString())]).toEqual([
      ['ids', id(1)],
      ['ids', id(2)],
      ['created_at.lt', time(1)],
      ['created_at.lte', time(2)],
      ['created_at.eq', time(3)],
      ['created_at.gte', time(4)],
      ['created_at.gt', time(5)],
      ['limit', '1000'],
      ['order', 'ASC'],
      ['order_by', 'CREATED_AT'],
      ['page_cursor', 'a+b/c=']
    ])
  })

  it.each(Object.keys(names) as (keyof typeof names)[])('%s: allows 1 to 100 values', (member) => {
    const values = Array.from({ length: 101 }, (_, index) => id(index))
    expect(addressParameters({ [member]: values.slice(0, 100) }).size).toBe(100)
    const tooMany = problemOf({ [member]: values })
    expect(tooMany).toMatchObject({ code: 'rest.query', retryable: false, detail: member })
    expect(tooMany.sentence).toMatch(/at most 100 .*; there are 101/)
    expect(problemOf({ [member]: [] }).sentence).toContain('has no value')
    expect(problemOf({ [member]: [id(1), ' '] }).sentence).toContain('is empty')
    // Duplicates count once.
    expect(addressParameters({ [member]: [...values.slice(0, 100), id(5)] }).size).toBe(100)
  })

  it.each([0, -1, 1001, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuse limit %d', (limit) => {
    expect(problemOf({ limit }).sentence).toContain('1 to 1,000')
  })

  it.each(['yesterday', '2026-02-30T00:00:00Z', '2026-01-02', ''])('refuse the time “%s”', (time) => {
    expect(problemOf({ createdAt: { gte: time } })).toMatchObject({ detail: 'created_at.gte' })
  })

  it('require UUIDs as address IDs', () => {
    expect(problemOf({ ids: ['x'.repeat(500)] }).sentence).toMatch(/^“x{60}…” is not an address ID/)
  })
})

it('allow only UUIDs in paths', () => {
  expect(pathId(`  ${id(7).toUpperCase()} `, 'statement')).toBe(id(7))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.uuid()), (text) => {
      try {
        expect(pathId(text, 'conversion')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      } catch (thrown) {
        expect(thrown).toMatchObject({ problem: { code: 'rest.id' } })
      }
    })
  )
})
