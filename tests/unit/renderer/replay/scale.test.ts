import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstRange,
  minLength,
  moved,
  showing,
  ticksOf,
  timeAt,
  xOf,
  zoomed
} from '#renderer/app/replay/scale'

const hour = 3_600_000
const bounds = { from: 1000 * hour, to: 1030 * hour }
const lengthOf = ({ from, to }: typeof bounds) => to - from
const isWithin = (range: typeof bounds) => range.from >= bounds.from - 1 && range.to <= bounds.to + 1

/** Part of the bounds. */
const ranges = fc
  .tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.001, max: 1, noNaN: true }))
  .map(([start, share]) => {
    const from = bounds.from + start * lengthOf(bounds)
    return { from, to: from + share * (bounds.to - from) }
  })

describe('the visible time', () => {
  it('stays within the recording, however it is zoomed and moved', () => {
    fc.assert(
      fc.property(
        ranges,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -100, max: 100, noNaN: true }),
        (range, factor, share, by) => {
          const at = range.from + share * lengthOf(range)
          const nearer = zoomed(range, bounds, at, factor)
          expect(isWithin(nearer)).toBe(true)
          expect(lengthOf(nearer)).toBeGreaterThanOrEqual(minLength - 1)
          const other = moved(nearer, bounds, by * hour)
          expect(isWithin(other)).toBe(true)
          expect(lengthOf(other)).toBeCloseTo(lengthOf(nearer), 0)
        }
      )
    )
  })

  it('keeps the time under the pointer where it is', () => {
    const range = { from: bounds.from + 5 * hour, to: bounds.from + 15 * hour }
    const at = bounds.from + 8 * hour
    const nearer = zoomed(range, bounds, at, 0.5)
    expect(xOf(at, nearer, 1000)).toBeCloseTo(xOf(at, range, 1000), 6)
    expect(lengthOf(nearer)).toBe(5 * hour)
  })

  it('scrolls only for a time outside', () => {
    const range = { from: bounds.from, to: bounds.from + hour }
    expect(showing(range, bounds, bounds.from + hour / 2)).toBe(range)
    const scrolled = showing(range, bounds, bounds.from + 9 * hour)
    expect(scrolled).toEqual({ from: bounds.from + 8.5 * hour, to: bounds.from + 9.5 * hour })
  })

  it('is at first the whole recording, or a day of a longer one', () => {
    const short = { from: 0, to: 24 * hour }
    expect(firstRange(short, 0)).toEqual(short)
    const first = firstRange(bounds, bounds.to)
    expect(first).toEqual({ from: bounds.to - 24 * hour, to: bounds.to })
  })
})

it('finds the time of a place, and no time beyond the edges', () => {
  fc.assert(
    fc.property(ranges, fc.double({ min: 0, max: 1200, noNaN: true }), (range, x) => {
      expect(xOf(timeAt(x, range, 1200), range, 1200)).toBeCloseTo(x, 3)
    })
  )
  expect(timeAt(-50, bounds, 1200)).toBe(bounds.from)
  expect(timeAt(1300, bounds, 1200)).toBe(bounds.to)
})

describe('the axis', () => {
  it('has labels at round times of the clock, with room for each', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: -14, max: 14 }), (range, zone) => {
        const ticks = ticksOf(range, 1200, zone * hour)
        for (const [index, { at, label }] of ticks.entries()) {
          expect(at).toBeGreaterThanOrEqual(range.from)
          expect(at).toBeLessThanOrEqual(range.to)
          if (label === 'day') expect((at + zone * hour) % (24 * hour)).toBe(0)
          const next = ticks[index + 1]
          if (next) expect(xOf(next.at, range, 1200) - xOf(at, range, 1200)).toBeGreaterThanOrEqual(89.9)
        }
      })
    )
  })

  it('names days, minutes and seconds', () => {
    const at = Date.UTC(2026, 10, 18)
    expect(ticksOf({ from: at - hour, to: at + hour }, 1000, 0).map(({ label }) => label)).toContain('day')
    expect(ticksOf({ from: at, to: at + 10_000 }, 1000, 0).at(-1)).toEqual({
      at: at + 10_000,
      label: 'second'
    })
    expect(ticksOf({ from: at, to: at }, 1000, 0)).toEqual([])
  })
})
