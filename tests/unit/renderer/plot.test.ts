import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisTop } from '#renderer/lib/plot/plot'

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
