import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tipPosition } from '#renderer/panels/book/tip-position'

const own = { width: 240, height: 150 }

it('is placed beside the panel, or in its free space', () => {
  const spots = { left: 0, right: 300, row: { top: 100, bottom: 119 }, middle: { top: 200, bottom: 228 } }
  const desk = { width: 1600, height: 900 }
  expect(tipPosition({ left: 900, right: 1200, top: 60 }, spots, own, desk).left).toBe(900 - 240 - 6)
  expect(tipPosition({ left: 40, right: 340, top: 60 }, spots, own, desk).left).toBe(346)
  const wide = { ...spots, left: 400, right: 960 }
  expect(tipPosition({ left: 0, right: 1360, top: 60 }, wide, own, { width: 1360, height: 900 }).left).toBe(
    966
  )
})

it('covers neither its row nor the middle', () => {
  const place = fc.record({
    left: fc.integer({ min: 0, max: 500 }),
    width: fc.integer({ min: 200, max: 900 }),
    top: fc.integer({ min: 30, max: 80 }),
    before: fc.integer({ min: 0, max: 25 }),
    row: fc.integer({ min: 0, max: 39 }),
    rest: fc.integer({ min: 0, max: 300 })
  })
  fc.assert(
    fc.property(place, ({ left, width, top, before, row, rest }) => {
      const middle = { top: before * 19, bottom: before * 19 + 28 }
      const rowTop = row < before ? row * 19 : middle.bottom + (row - before) * 19
      const window = { width: left + width + rest, height: top + 28 + 40 * 19 }
      const spots = { left: 0, right: width, row: { top: rowTop, bottom: rowTop + 19 }, middle }
      const at = tipPosition({ left, right: left + width, top }, spots, own, window)
      expect(at.top).toBeGreaterThanOrEqual(0)
      expect(at.top + own.height).toBeLessThanOrEqual(window.height)
      const isBeside = at.left >= left + width || at.left + own.width <= left
      const hides = (band: { top: number; bottom: number }) =>
        !isBeside && at.top < top + band.bottom && at.top + own.height > top + band.top
      expect(hides(spots.row)).toBe(false)
      expect(hides(middle)).toBe(false)
    })
  )
})
