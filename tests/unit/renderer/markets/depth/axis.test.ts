import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  stableCentre,
  stableMaximum,
  stableWidth,
  niceTicks,
  powerTicks,
  stepOf,
  tickText
} from '#renderer/panels/depth/axis'

const sizes = fc.array(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 50 })

for (const [name, stable] of Object.entries({ stableMaximum, stableWidth })) {
  it(`${name} always fits and is never mostly empty`, () => {
    fc.assert(
      fc.property(sizes, (all) => {
        let end: number | null = null
        for (const size of all) {
          end = stable(end, size)
          expect(end).toBeGreaterThanOrEqual(size)
          expect(size / end).toBeGreaterThan(0.5)
        }
      })
    )
  })

  it(`${name} is stable for typical changes`, () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
        fc.array(fc.double({ min: 0.94, max: 1, noNaN: true }), { maxLength: 100 }),
        (largest, parts) => {
          const end = stable(null, largest)
          let now = end
          for (const part of parts) now = stable(now, largest * part)
          expect(now).toBe(end)
        }
      )
    )
  })
}

it('moves the center only after a larger move', () => {
  const centre = stableCentre(null, 100, 10)
  expect(Math.abs(centre - 100)).toBeLessThanOrEqual(0.3)
  expect(stableCentre(centre, centre + 0.5, 10)).toBe(centre)
  expect(stableCentre(null, centre + 0.2, 10)).toBe(centre)
  expect(Math.abs(stableCentre(centre, 101, 10) - 101)).toBeLessThanOrEqual(0.3)
})

it('gives a single label the decimals that it needs', () => {
  const text = (ticks: readonly number[]) => tickText(ticks[0]!, stepOf(ticks))
  expect([[64_200], [2.5], [0.000025], [1e9]].map(text)).toEqual(['64200', '2.5', '0.000025', '1000000000'])
  expect(text([64_200, 64_200.5])).toBe('64200.0')
})

it('returns a limited number of round labels', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
      fc.integer({ min: 1, max: 12 }),
      (from, width, max) => {
        fc.pre(width > from * 1e-9)
        const ticks = niceTicks(from, from + width, max)
        expect(ticks.length).toBeLessThanOrEqual(max + 1)
        const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
        if (ticks.length < 2) return
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(from - step * 1e-6)
          expect(tick).toBeLessThanOrEqual(from + width + step * 1e-6)
          expect(Math.abs(Number(tickText(tick, step)) - tick)).toBeLessThan(step * 0.01)
        }
      }
    )
  )
  expect(powerTicks(0.01, 1000, 10)).toEqual([0.01, 0.1, 1, 10, 100, 1000])
  expect(powerTicks(1, 1e9, 3).length).toBeLessThanOrEqual(4)
})
