import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { paintNews } from '#renderer/lib/canvas/schedule'
import { RepaintTick } from '#renderer/panels/watchlist/repaint-tick'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const frame = 17

it('draws at once, then five times a second', () => {
  const repaintTick = new RepaintTick()
  const drawn = { one: 0, other: 0 }
  const one = () => (drawn.one += 1)
  const other = () => (drawn.other += 1)
  repaintTick.mark(one)
  vi.advanceTimersByTime(frame)
  expect(drawn).toEqual({ one: 1, other: 0 })
  for (let at = 0; at < 1000; at += 10) {
    repaintTick.mark(one)
    vi.advanceTimersByTime(10)
  }
  expect(drawn.one).toBeGreaterThanOrEqual(5)
  expect(drawn.one).toBeLessThanOrEqual(6)
  repaintTick.mark(other)
  vi.advanceTimersByTime(260)
  expect(drawn.other).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('follows a feed of five frames a second', () => {
  const repaintTick = new RepaintTick()
  let drawn = 0
  const request = vi.spyOn(globalThis, 'requestAnimationFrame')
  for (let sent = 1; sent <= 10; sent += 1) {
    paintNews(() => repaintTick.mark(() => (drawn += 1)))
    expect(drawn).toBe(sent)
    vi.advanceTimersByTime(200)
  }
  expect(request).not.toHaveBeenCalled()
  request.mockRestore()
})

it('fades highlights with the next tick', () => {
  const repaintTick = new RepaintTick()
  let faded = 0
  let drawn = 0
  repaintTick.mark(() => repaintTick.fade(() => (faded += 1)))
  vi.advanceTimersByTime(frame)
  expect(faded).toBe(0)
  vi.advanceTimersByTime(260)
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
