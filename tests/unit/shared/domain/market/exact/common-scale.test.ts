import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CommonScale, maxFittedUnits } from '#shared/domain/market/exact/index'

const given = (...numbers: readonly (readonly [units: number, scale: number])[]) => {
  const scale = new CommonScale()
  const fitted = numbers.map(([units, own]) => scale.fit(units, own))
  return { scale: scale.scale, fitted }
}

describe('the common scale', () => {
  it('is that of the finest number', () => {
    expect(given([5, 0], [15, 1], [7, 0], [1234, 3], [2, 1])).toEqual({
      scale: 3,
      fitted: [5, 15, 70, 1234, 200]
    })
  })

  it('ignores trailing zeros', () => {
    const great = 4_000_000_000_000_00
    expect(given([great, 2], [10_000_000, 8], [12_500_000, 8])).toEqual({
      scale: 3,
      fitted: [great, 10, 125]
    })
    expect(given([great * 5, 2], [10_000_000, 8], [12_500_000, 8])).toEqual({
      scale: 2,
      fitted: [great * 5, 10, NaN]
    })
  })

  it('shrinks for a large number, once', () => {
    expect(given([1, 15], [123, 0], [1, 15], [999, 0])).toEqual({
      scale: 12,
      fitted: [1, 123 * 10 ** 13, NaN, 999 * 10 ** 12]
    })
  })

  it('refuses negative, large and invalid numbers', () => {
    expect(given([-1, 0], [maxFittedUnits + 1, 0], [NaN, 0], [1, 30], [maxFittedUnits, 0])).toEqual({
      scale: 0,
      fitted: [NaN, NaN, NaN, NaN, maxFittedUnits]
    })
  })

  it('has a single zero', () => {
    expect(given([-0, 2], [0, 40])).toEqual({ scale: 2, fitted: [0, 0] })
  })

  it('keeps values', () => {
    const number = fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.maxSafeNat()),
      fc.integer({ min: 0, max: 24 })
    )
    fc.assert(
      fc.property(fc.array(number, { maxLength: 20 }), (numbers) => {
        const scale = new CommonScale()
        for (const [units, own] of numbers) {
          const fitted = scale.fit(units, own)
          if (Number.isNaN(fitted)) continue
          expect(fitted).toBeLessThanOrEqual(maxFittedUnits)
          expect(BigInt(fitted) * 10n ** BigInt(own)).toBe(BigInt(units) * 10n ** BigInt(scale.scale))
        }
      }),
      { numRuns: 600 }
    )
  })
})
