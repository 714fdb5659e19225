import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { every } from '#renderer/lib/every'
import { runDueTimers } from '#renderer/lib/one-shot-timer'
import { Throttle } from '#renderer/lib/throttle'

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_123 }))
afterEach(() => void vi.useRealTimers())

it('runs at once, then throttled, and never loses the last call', () => {
  const ranAt: number[] = []
  const start = performance.now()
  const throttle = new Throttle(() => ranAt.push(performance.now() - start), 100)
  for (let at = 0; at < 250; at += 10) {
    throttle.call()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1000)
  expect(ranAt).toEqual([0, 100, 200, 300])
  throttle.call()
  throttle.call()
  throttle.stop()
  vi.advanceTimersByTime(1000)
  expect(ranAt).toHaveLength(5)
})

it('runs with the next frame of an active feed, and without one when the feed has stopped', () => {
  const ranAt: number[] = []
  const start = performance.now()
  const throttle = new Throttle(() => ranAt.push(performance.now() - start), 180)
  for (let frame = 0; frame < 20; frame += 1) {
    runDueTimers()
    throttle.call()
    vi.advanceTimersByTime(50)
  }
  // Each time the first frame after the pause, never between two frames.
  expect(ranAt).toEqual([0, 200, 400, 600, 800])
  vi.advanceTimersByTime(1000)
  // The last frame was at 950; the feed counts as active for 250 more.
  expect(ranAt).toEqual([0, 200, 400, 600, 800, 1200])
  expect(vi.getTimerCount()).toBe(0)
})

it('keeps its own pace beside an active feed if it follows the pointer', () => {
  const ranAt: number[] = []
  const start = performance.now()
  const throttle = new Throttle(() => ranAt.push(performance.now() - start), 60, undefined, false)
  for (let moved = 0; moved < 30; moved += 1) {
    if (moved % 20 === 0) runDueTimers()
    throttle.call()
    vi.advanceTimersByTime(10)
  }
  expect(ranAt).toEqual([0, 60, 120, 180, 240, 300])
  throttle.stop()
})

it('runs calls with the same pause together', () => {
  const calledAt: [string, number][] = []
  const stopOne = every(400, () => calledAt.push(['one', Date.now()]))
  vi.advanceTimersByTime(150)
  const stopOther = every(400, () => calledAt.push(['other', Date.now()]))
  vi.advanceTimersByTime(800)
  expect(calledAt.map(([who]) => who)).toEqual(['one', 'other', 'one', 'other'])
  expect(calledAt.every(([, at]) => at % 400 === 0)).toBe(true)
  stopOne()
  vi.advanceTimersByTime(400)
  stopOther()
  expect(calledAt.map(([who]) => who).slice(4)).toEqual(['other'])
  expect(vi.getTimerCount()).toBe(0)
})
