import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arrange, type Arrangement } from '#renderer/panels/connection/arrangement'

/** Number of parts. */
const parts: Record<Arrangement, number> = {
  strip: 0,
  events: 1,
  one: 2,
  tight: 3,
  stacked: 3,
  beside: 3,
  row: 3
}

it('shows no less in a larger panel', () => {
  const side = fc.integer({ min: 0, max: 1400 })
  fc.assert(
    fc.property(side, side, side, side, (width, height, wider, higher) => {
      const here = parts[arrange(width, height)]
      expect(parts[arrange(width + wider, height + higher)]).toBeGreaterThanOrEqual(here)
    }),
    { numRuns: 2000 }
  )
})

it('shows everything at its default size, and the state in a tiny panel', () => {
  expect(arrange(563, 295)).toBe('beside')
  expect(arrange(460, 295)).toBe('stacked')
  expect(arrange(240, 250)).toBe('tight')
  expect(arrange(240, 50)).toBe('strip')
  expect(arrange(900, 120)).toBe('row')
  expect(arrange(300, 150)).toBe('one')
})
