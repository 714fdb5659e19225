import { describe, expect, it } from 'vitest'
import { againstLimits, figure, judged, median, results, summary } from '../../../../scripts/bench/report.mjs'

const row = (ratio: number, direction: 'most' | 'least', stretch?: number) =>
  judged({
    id: '1',
    name: `${ratio} at ${direction}`,
    ratio,
    limit: 10,
    direction,
    ...(stretch === undefined ? {} : { stretch })
  })

describe('the report of the benchmark', () => {
  it('uses the median', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 4, 9])).toBe(3)
    expect(() => median([])).toThrow('nothing')
  })

  it('holds at the limit, and never for NaN', () => {
    const held = (ratio: number, direction: 'most' | 'least') => row(ratio, direction).holds
    expect([held(10, 'most'), held(10.001, 'most'), held(NaN, 'most')]).toEqual([true, false, false])
    expect([held(10, 'least'), held(9.999, 'least'), held(NaN, 'least')]).toEqual([true, false, false])
  })

  it('shows results in a table', () => {
    const lines = againstLimits([
      row(9, 'most', 5),
      row(4, 'most', 5),
      row(11, 'most', 5),
      row(20, 'least', 15)
    ])
    expect(lines.split('\n').map((line) => line.split(/ {2,}/).at(-1))).toEqual([
      'stretch',
      'holds',
      'holds, and the stretch',
      'FALLS SHORT',
      'holds, and the stretch'
    ])
  })

  it('names missed goals', () => {
    expect(summary([row(9, 'most')])).toBe('1 of 1 hold, 0 reach the stretch; nothing falls short.')
    expect(summary([row(9, 'most', 9), row(3, 'least')])).toBe(
      '1 of 2 hold, 1 reach the stretch; short fall:\n  goal 1, 3 at least'
    )
  })

  it('distinguishes near misses', () => {
    expect([0.25001, 0.2504, 0, 0.99981, 12.3456, 61_234].map(figure)).toEqual([
      '0.25',
      '0.2504',
      '0',
      '0.9998',
      '12.35',
      '61200'
    ])
  })

  it('writes the agreed fields only', () => {
    expect(results([row(4, 'most', 5)])).toEqual([
      { id: '1', name: '4 at most', ratio: 4, limit: 10, direction: 'most', holds: true }
    ])
  })
})
