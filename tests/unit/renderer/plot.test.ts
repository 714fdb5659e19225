import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisTop, roundTicks } from '#renderer/lib/plot/plot'

const line = (values: readonly number[]) => [{ points: values.map((value, at) => ({ at, value })) }]

it('ignores outliers on the axis', () => {
  const latency = fc.double({ min: 5, max: 40, noNaN: true })
  const outlier = fc.double({ min: 1000, max: 70_144, noNaN: true })
  fc.assert(
    fc.property(
      fc.array(latency, { minLength: 100, maxLength: 300 }),
      fc.array(outlier, { maxLength: 2 }),
      (usual, odd) => {
        const top = axisTop(line([...usual, ...odd]), 1)
        expect(top).toBeLessThanOrEqual(200)
        expect(usual.filter((value) => value > top)).toHaveLength(0)
      }
    )
  )
})

it('shows moderate peaks completely', () => {
  expect(axisTop(line([10, 12, 11, 48]), 1)).toBe(50)
  expect(axisTop(line([]), 5)).toBe(5)
})

it('labels an axis with round numbers within its range', () => {
  expect(roundTicks({ min: 63_678.3, max: 64_117.7 }, 5)).toEqual([63_700, 63_800, 63_900, 64_000, 64_100])
  expect(roundTicks({ min: -0.3, max: 0.3 }, 5)).toEqual([-0.2, 0, 0.2])
  const bound = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(bound, fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (min, span) => {
      const range = { min, max: min + span }
      const ticks = roundTicks(range, 5)
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks.length).toBeLessThanOrEqual(6)
      const slack = span * 1e-3 + Math.abs(min) * 1e-9
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(range.min - slack)
        expect(tick).toBeLessThanOrEqual(range.max + slack)
      }
      expect(new Set(ticks).size).toBe(ticks.length)
    })
  )
})
