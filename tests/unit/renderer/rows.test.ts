import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowAfter, rowsSeen } from '#renderer/ui/rows'

const sight = fc.record({
  scrolled: fc.integer({ min: 0, max: 8_000_000 }),
  room: fc.integer({ min: 0, max: 3000 }),
  rowHeight: fc.integer({ min: 18, max: 40 }),
  count: fc.integer({ min: 0, max: 250_000 })
})

test('renders visible rows and few others', () => {
  fc.assert(
    fc.property(sight, ({ scrolled, room, rowHeight, count }) => {
      const { from, to } = rowsSeen({ scrolled, room, rowHeight, count })
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(count)
      expect(to - from).toBeLessThanOrEqual(Math.ceil(room / rowHeight) + 18)
      const first = Math.floor(scrolled / rowHeight)
      const last = Math.ceil((scrolled + room) / rowHeight) - 1
      for (const row of [first, last])
        if (row >= 0 && row < count && room > 0) expect(from <= row && row < to, `row ${row}`).toBe(true)
    })
  )
})

test('keeps keys within the rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(499), fc.nat(40), (count, at, page) => {
      const active = Math.min(at, count - 1)
      for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']) {
        const to = rowAfter(key, { active, count, page })!
        expect(to >= 0 && to < count).toBe(true)
      }
      const down = rowAfter('ArrowDown', { active, count, page })!
      if (active < count - 1) expect(rowAfter('ArrowUp', { active: down, count, page })).toBe(active)
    })
  )
  expect(rowAfter('ArrowDown', { active: null, count: 3, page: 2 })).toBe(0)
  expect(rowAfter('ArrowUp', { active: null, count: 3, page: 2 })).toBe(2)
  expect(rowAfter('x', { active: 0, count: 3, page: 2 })).toBeNull()
  expect(rowAfter('Home', { active: null, count: 0, page: 2 })).toBeNull()
})
