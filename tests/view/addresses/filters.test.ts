import { expect, it } from 'vitest'
import { chipText, chipTitle, keyOf, withFilter } from '#renderer/records/addresses/filters/filters'
import { momentOf, shownMoment } from '#renderer/lib/format/moment'

it('shows a filter and its first value', () => {
  expect(chipText('networks', { networks: ['BITCOIN', 'BASE'] })).toBe('Network: Bitcoin, Base')
  expect(chipText('networks', { networks: ['BITCOIN', 'BASE', 'SUI', 'MOON'] })).toBe(
    'Network: Bitcoin, Base +2'
  )
  expect(chipText('createdAt', { createdAt: { gte: '2026-10-01T00:00:00Z' } })).toBe('Created ≥ 2026-10-01')
  expect(
    chipText('createdAt', { createdAt: { gt: '2026-10-01T09:30:00Z', lte: '2026-11-01T00:00:00.5Z' } })
  ).toBe('Created ≤ 2026-11-01T00:00:00.5Z, > 2026-10-01 09:30')
  expect(chipText('ids', { ids: ['d7711009-0f34-43e8-a0f3-3c85286f345b'] })).toBe('Address ID: d7711009…')
})

it('shows all values in a tooltip', () => {
  const ids = Array.from({ length: 12 }, (_none, place) => `d7711009-0f34-43e8-a0f3-3c85286f34${10 + place}`)
  expect(chipTitle('ids', { ids: ids.slice(0, 1) })).toBe(`Address ID: ${ids[0]}`)
  expect(chipTitle('ids', { ids })).toBe(`Address ID: ${ids.slice(0, 10).join(', ')} and 2 more`)
  expect(chipTitle('networks', { networks: ['BITCOIN'] })).toBe('Network: Bitcoin')
})

it('drops empty filters and ignores order', () => {
  expect(withFilter({ networks: ['SUI'] }, 'networks', [])).toEqual({})
  expect(withFilter({ networks: ['SUI'] }, 'createdAt', {})).toEqual({ networks: ['SUI'] })
  expect(keyOf({ refIds: ['a', 'b'], networks: ['SUI'] })).toBe(
    keyOf({ networks: ['SUI'], refIds: ['b', 'a'] })
  )
  expect(keyOf({ refIds: ['a'] })).not.toBe(keyOf({ identityIds: ['a'] }))
  expect(keyOf({ createdAt: { lt: '2026-10-01T00:00:00Z' } })).not.toBe(
    keyOf({ createdAt: { gt: '2026-10-01T00:00:00Z' } })
  )
})

it('parses times', () => {
  expect(momentOf('2026-10-01')).toBe('2026-10-01T00:00:00Z')
  expect(momentOf(' 2026-10-01 9:30 ')).toBeNull()
  expect(momentOf('2026-10-01 09:30')).toBe('2026-10-01T09:30:00Z')
  expect(momentOf('2026-10-01T09:30:01.000000001+02:00')).toBe('2026-10-01T09:30:01.000000001+02:00')
  expect(momentOf('2026-10-01 09:30 UTC')).toBe('2026-10-01T09:30:00Z')
  for (const wrong of ['', 'yesterday', '2026-13-01', '2026-02-30', '01.10.2026'])
    expect(momentOf(wrong)).toBeNull()
  for (const time of ['2026-10-01T00:00:00Z', '2026-10-01T09:30:00Z', '2026-10-01T09:30:01.5+02:00']) {
    expect(momentOf(shownMoment(time))).toBe(time)
  }
})
