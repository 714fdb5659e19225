import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLeft } from '#renderer/app/diagnostics/left'
import { byMinute, minuteRows, nearest, pieces, roundUp } from '#renderer/lib/plot/plot'

const point = (at: number, value = 1) => ({ at, value })

it('counts a 10 second fault down from 10 to 0', () => {
  const until = 20_400
  expect([10_000, 11_000, 20_000, 21_000].map((now) => formatLeft(until, now))).toEqual([
    '00:10',
    '00:09',
    '00:00',
    '00:00'
  ])
})

describe('a plot', () => {
  it('draws gaps', () => {
    const points = [point(0), point(1000), point(2000), point(9000), point(10_000), point(60_000)]
    expect(pieces(points).map((piece) => piece.length)).toEqual([3, 2, 1])
    expect(pieces(points).flat()).toEqual(points)
    expect(pieces([])).toEqual([])
  })

  it('has a round scale that fits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (highest) => {
        const top = roundUp(highest)
        expect(top).toBeGreaterThanOrEqual(highest * (1 - 1e-8))
        expect(top).toBeLessThanOrEqual(highest * 2.5 * (1 + 1e-8))
        expect(top.toPrecision(1)).toMatch(/^0?\.?0*[125]/)
      })
    )
    expect([0, 20, 20.1, 84e6, 100].map(roundUp)).toEqual([1, 20, 50, 100e6, 100])
  })

  it('summarizes minutes by their maximum', () => {
    expect(byMinute([point(1000, 3), point(59_000, 5), point(61_000, 2)])).toEqual([
      { start: 0, highest: 5 },
      { start: 60_000, highest: 2 }
    ])
  })

  it('lists minutes of two lines side by side', () => {
    expect(
      minuteRows([
        [point(1000, 3), point(61_000, 2)],
        [point(2000, 9), point(3000, 7)]
      ])
    ).toEqual([
      { start: 0, highest: [3, 9] },
      { start: 60_000, highest: [2, null] }
    ])
  })

  it('names the pointed figure, but not across a gap', () => {
    const points = [point(1000, 7), point(2000, 8)]
    expect(nearest(points, 1600)).toEqual(point(2000, 8))
    expect(nearest(points, 60_000)).toBeNull()
  })
})
