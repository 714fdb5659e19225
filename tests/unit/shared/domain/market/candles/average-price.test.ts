import fc from 'fast-check'
import { expect, it } from 'vitest'
import { averagePrice } from '#shared/domain/market/candles/index'

it('is notional over volume, rounded half up', () => {
  const average = (notional: bigint, volume: bigint, digits: number) =>
    averagePrice({ units: notional, scale: 3 }, { units: volume, scale: 1 }, digits)
  expect(average(10_000n, 40n, 2)).toEqual({ units: 250n, scale: 2 })
  expect(average(1_000n, 30n, 2)).toEqual({ units: 33n, scale: 2 })
  expect(average(2_000n, 30n, 2)).toEqual({ units: 67n, scale: 2 })
  expect(average(5n, 10n, 2)).toEqual({ units: 1n, scale: 2 })
  expect(average(4n, 10n, 2)).toEqual({ units: 0n, scale: 2 })
  expect(average(1n, 0n, 2)).toBeNull()
})

it('is accurate to half of its last digit', () => {
  const scale = fc.integer({ min: 0, max: 18 })
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      scale,
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      scale,
      scale,
      fc.boolean(),
      (notional, notionalScale, size, volumeScale, digits, negative) => {
        const volume = negative ? -size : size
        const average = averagePrice(
          { units: notional, scale: notionalScale },
          { units: volume, scale: volumeScale },
          digits
        )!
        // -1/2 <= notional / volume - average < 1/2, in units of the last digit.
        const all = 10n ** 40n
        const exact =
          (2n * notional * all * 10n ** BigInt(digits + volumeScale)) / 10n ** BigInt(notionalScale)
        const rest = (exact - 2n * average.units * volume * all) * (negative ? -1n : 1n)
        expect(rest >= -(size * all) && rest < size * all).toBe(true)
      }
    )
  )
})
