import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grainOf, isAfter, orderOf, type ServiceTime } from '#engine/market/time-order'

const second = 1_000_000_000n
const exact = ({ seconds, nanoseconds }: ServiceTime) => BigInt(seconds) * second + BigInt(nanoseconds)
const cut = (time: bigint, digits: number): ServiceTime => {
  const grain = 10n ** BigInt(9 - digits)
  const kept = (time / grain) * grain
  return { seconds: Number(kept / second), nanoseconds: Number(kept % second) }
}

const times = fc.bigInt({ min: 0n, max: 4_000_000_000n * second })
const digits = fc.integer({ min: 0, max: 9 })

it('never orders truncated times wrongly', () => {
  fc.assert(
    fc.property(
      times,
      fc.bigInt({ min: -3n * second, max: 3n * second }),
      digits,
      digits,
      (time, step, one, other) => {
        const later = time + step < 0n ? 0n : time + step
        const order = orderOf(cut(later, one), cut(time, other))
        if (order === 'after') expect(later > time).toBe(true)
        if (order === 'before') expect(later < time).toBe(true)
      }
    ),
    { numRuns: 5000 }
  )
})

it('is clear for distant times', () => {
  fc.assert(
    fc.property(
      times,
      fc.bigInt({ min: 1_000_000_000n, max: 3n * second }),
      digits,
      digits,
      (time, step, one, other) => {
        expect(orderOf(cut(time + step + second, one), cut(time, other))).toBe('after')
        expect(orderOf(cut(time, one), cut(time + step + second, other))).toBe('before')
      }
    ),
    { numRuns: 1000 }
  )
})

it('treats equal times with six digits as the same, coarser ones as unclear', () => {
  const of = (nanoseconds: number): ServiceTime => ({ seconds: 5, nanoseconds })
  expect(orderOf(of(123_456_000), of(123_456_000))).toBe('same')
  expect(orderOf(of(123_456_789), of(123_456_789))).toBe('same')
  expect(orderOf(of(123_000_000), of(123_000_000))).toBe('unclear')
  expect(orderOf(of(0), of(0))).toBe('unclear')
})

it('compares exactly', () => {
  fc.assert(
    fc.property(times, times, digits, digits, (one, other, first, second_) => {
      const [left, right] = [cut(one, first), cut(other, second_)]
      expect(isAfter(left, right)).toBe(exact(left) > exact(right))
    })
  )
})

it('returns the resolution of a time', () => {
  expect([0, 500_000_000, 120_000_000, 123_456_000, 123_456_789, 10].map(grainOf)).toEqual([
    1_000_000_000, 100_000_000, 10_000_000, 1000, 1, 10
  ])
})
