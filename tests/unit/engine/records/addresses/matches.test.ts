import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesOf, rangesOf } from '#engine/records/addresses/search/matches'
import { recordsOf } from './desk'

test('highlights exact, ordered and separate ranges', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '1', 'é', 'É'), maxLength: 30 })
  fc.assert(
    fc.property(
      text,
      fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 3 }),
      (whole, part) => {
        const ranges = rangesOf(whole, part)
        let end = 0
        for (const [from, before] of ranges) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(whole.slice(from, before).toLowerCase()).toBe(part)
          end = before
        }
        expect(ranges.length > 0).toBe(whole.toLowerCase().includes(part))
      }
    )
  )
})

test('highlights a letter whose lower case is longer', () => {
  expect(rangesOf('xİyz', 'yz')).toEqual([[2, 4]])
  expect(rangesOf('xİyz', 'i̇y')).toEqual([[1, 3]])
  expect(rangesOf('😀İabc', 'abc')).toEqual([[3, 6]])
})

test('highlights a letter with a separate accent', () => {
  const apart = 'Zu\u0308rich'
  expect(rangesOf(apart, 'zür')).toEqual([[0, 4]])
  expect(rangesOf(apart, 'rich')).toEqual([[3, 7]])
  expect(rangesOf('Zürich', 'u\u0308')).toEqual([[1, 2]])
})

test('names the key of a metadata match', () => {
  const record = { ...recordsOf(1)[0]!, metadata: { desk: 'treasury', treasury: 'x', note: 'no treasury' } }
  const found = matchesOf(record, 'my treasury', { kind: 'part', text: 'treasury' }).map(
    ({ field, key, text }) => [field, key, text]
  )
  expect(found).toEqual([
    ['label', undefined, 'my treasury'],
    ['metadataValue', 'desk', 'treasury'],
    ['metadataKey', undefined, 'treasury'],
    ['metadataValue', 'note', 'no treasury']
  ])
})

test('limits the highlights of repeated parts', () => {
  expect(rangesOf('a'.repeat(5000), 'aaa')).toHaveLength(50)
})
