import fc from 'fast-check'
import { expect, it } from 'vitest'
import { candleWidth } from '#shared/contract/market/market-news'
import { extentOf, minMoveOf } from '#renderer/panels/chart/drawable'
import { ChartCandle } from '#renderer/lib/markets/candles'

const price = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 20n }),
  fc.bigInt({ min: 9_876_543_210_987_650n, max: 9_876_543_210_987_660n }),
  fc.constantFrom(1n, 2n ** 53n, 2n ** 53n + 1n)
)

function candleAt(units: bigint, scale: number, volume = 1): ChartCandle {
  const digits = String(units).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  const values = new Float64Array(candleWidth)
  values.fill(Number(units), 1, 5)
  values[5] = volume
  return new ChartCandle(values, new Map([1, 2, 3, 4].map((cell) => [cell, text])), scale, 0)
}

it('uses axis steps that doubles can represent', () => {
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 18 }),
      fc.constantFrom(0, 5, 1e9, 9_876_543_210_987_656),
      (units, scale, cumulated) => {
        const extent = extentOf(
          units.map((each) => candleAt(each, scale)),
          cumulated
        )
        if (typeof extent === 'string') return
        const wanted = 10 ** -Math.min(scale, 12)
        for (const [largest, step] of [
          [extent.price, minMoveOf(extent.price, wanted)],
          [extent.size, minMoveOf(extent.size, 1e-8)]
        ] as const) {
          expect(step).toBeLessThanOrEqual(1)
          // The library halves its steps.
          expect(largest + step / 10).toBeGreaterThan(largest)
          expect(largest - step / 10).toBeLessThan(largest)
        }
        const [lowest, highest] = [Math.min(...units.map(Number)), Math.max(...units.map(Number))]
        if (new Set(units).size > 1) expect(highest).toBeGreaterThan(lowest)
      }
    ),
    { numRuns: 1000 }
  )
})

it.each([
  [[9_876_543_210_987_656n, 9_876_543_210_987_657n], 0, /too large/],
  [[62_000_000_000_000_000_000_001n, 62_000_000_000_000_000_000_002n], 18, /too close together/]
])('explains why %s cannot be drawn', (units, scale, sentence) => {
  expect(
    extentOf(
      units.map((each) => candleAt(each, scale)),
      0
    )
  ).toMatch(sentence)
})

it('draws a market with a single price', () => {
  expect(extentOf([candleAt(62_000_123_456_789_012_345_678n, 18)], 0)).toMatchObject({ size: 1 })
})
