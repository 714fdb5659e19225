import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangesOf } from '../../../../electron/engine/addresses/search/matches'

test('each range of a highlight is the part itself, from left to right without overlap', () => {
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

test('a letter that becomes longer when it is small is marked whole', () => {
  expect(rangesOf('xİyz', 'yz')).toEqual([[2, 4]])
  expect(rangesOf('xİyz', 'i̇y')).toEqual([[1, 3]])
  expect(rangesOf('😀İabc', 'abc')).toEqual([[3, 6]])
})

test('a part that is there a thousand times is shown a few times', () => {
  expect(rangesOf('a'.repeat(5000), 'aaa')).toHaveLength(50)
})
