import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RepaintTick } from '#renderer/panels/watchlist/repaint-tick'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('draws at once, then five times a second at most, each thing once and none left out', () => {
  const repaintTick = new RepaintTick({ now: () => Date.now() })
  const drawn = { one: 0, other: 0 }
  const one = () => (drawn.one += 1)
  const other = () => (drawn.other += 1)
  repaintTick.mark(one)
  vi.advanceTimersByTime(0)
  expect(drawn).toEqual({ one: 1, other: 0 })
  for (let at = 0; at < 1000; at += 10) {
    repaintTick.mark(one)
    vi.advanceTimersByTime(10)
  }
  expect(drawn.one).toBeGreaterThanOrEqual(5)
  expect(drawn.one).toBeLessThanOrEqual(6)
  repaintTick.mark(other)
  vi.advanceTimersByTime(200)
  expect(drawn.other).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('lets what has changed be seen until the next tick, and nothing after it has stopped', () => {
  const repaintTick = new RepaintTick({ now: () => Date.now() })
  let faded = 0
  let drawn = 0
  repaintTick.mark(() => repaintTick.fade(() => (faded += 1)))
  vi.advanceTimersByTime(0)
  expect(faded).toBe(0)
  vi.advanceTimersByTime(200)
  expect(faded).toBe(1)
  const leave = repaintTick.join(() => (drawn += 1))
  repaintTick.drawAll()
  leave()
  repaintTick.drawAll()
  repaintTick.mark(() => (drawn += 1))
  repaintTick.stop()
  vi.advanceTimersByTime(1000)
  expect(drawn).toBe(1)
})
