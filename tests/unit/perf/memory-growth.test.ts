import { expect, test } from 'vitest'
import { growthInAnHour } from '../../perf/desk/memory'

const every = (seconds: number, bytes: (at: number) => number) =>
  Array.from({ length: 180 }, (_, index) => ({ at: index * seconds, bytes: bytes(index * seconds) }))

test('adds nothing for a flat line', () => {
  expect(growthInAnHour(every(5, () => 400e6))).toBeCloseTo(0, 9)
})

test('adds everything for a line that doubles in an hour', () => {
  expect(growthInAnHour(every(5, (at) => 400e6 * (1 + at / 3600)))).toBeCloseTo(1, 9)
})

test('adds little for waves', () => {
  const growth = growthInAnHour(every(5, (at) => 400e6 + 4e6 * Math.sin(at / 20)))
  expect(Math.abs(growth)).toBeLessThan(0.01)
})
