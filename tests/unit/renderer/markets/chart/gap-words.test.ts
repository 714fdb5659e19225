import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uprightEnd } from '#renderer/panels/chart/gap-layer'

it('writes along a band within the pane, and above the legend of the heat', () => {
  const pixels = fc.integer({ min: 0, max: 600 })
  fc.assert(
    fc.property(pixels, pixels, fc.constantFrom(0, 34), (text, height, covered) => {
      const end = uprightEnd(text, height, covered)
      expect(end === null).toBe(text + 16 >= height - covered)
      if (end === null) return
      expect(end).toBeLessThanOrEqual(height - covered - 8)
      expect(end - text).toBeGreaterThanOrEqual(8)
    })
  )
  // Where there is room, it begins at the height of texts across a band.
  expect(uprightEnd(100, 400, 34)).toBe(160)
})
