import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { sweepTo } from '#renderer/panels/book/sweep'
import { books, domainBook, levelsOf } from './books'

const sides = fc.constantFrom('bids' as const, 'asks' as const)
const scale = 30
const one = 10n ** BigInt(scale)
const units = (text: string) => {
  const value = parseDecimal(text)!
  return value.units * 10n ** BigInt(scale - value.scale)
}

/** The nearest with these digits, halves up: nothing here is negative. */
const rounded = (over: bigint, under: bigint, digits: number) =>
  ((2n * over * 10n ** BigInt(digits) + under) / (2n * under)) * 10n ** BigInt(scale - digits)

it('matches exact sums for a price', () => {
  fc.assert(
    fc.property(books(), sides, fc.nat(39), (plain, side, row) => {
      fc.pre(row < plain[side].length)
      const [at] = plain[side][row]!
      const found = sweepTo(levelsOf(plain), side, parseDecimal(at)!, { merged: false, asked: Infinity })!
      const taken = plain[side]
        .slice(0, row + 1)
        .map(([price, amount]) => [units(price), units(amount)] as const)
      const size = taken.reduce((sum, [, amount]) => sum + amount, 0n)
      const cost = taken.reduce((sum, [price, amount]) => sum + price * amount, 0n)
      expect(units(found.size)).toBe(size)
      expect(units(found.cost) * one).toBe(cost)
      const digits = domainBook(plain).priceScale + 2
      expect(units(found.average)).toBe(rounded(cost, size * one, digits))
      const [best] = taken[0]!
      const worse = side === 'asks' ? cost - size * best : size * best - cost
      expect(units(found.slip)).toBe(rounded(worse * 10_000n, size * best, 2))
      const inPercent = Number(found.slip) / 100
      expect(Math.abs(Number(found.percent) - inPercent)).toBeLessThanOrEqual(0.0001)
      expect(found.near).toBe(false)
    })
  )
})

it('returns nothing if levels are missing, and marks approximate costs', () => {
  const plain = {
    bids: [],
    asks: [
      ['100', '1'],
      ['101', '2'],
      ['102', '3']
    ] as const
  }
  const levels = levelsOf(plain, null, 2)
  const options = { merged: false, asked: 2 }
  expect(sweepTo(levels, 'asks', parseDecimal('102')!, options)).toBeNull()
  expect(sweepTo(levels, 'asks', parseDecimal('100.5')!, options)?.size).toBe('1')
  expect(sweepTo(levels, 'asks', parseDecimal('99')!, options)).toBeNull()
  expect(sweepTo(levels, 'bids', parseDecimal('99')!, options)).toBeNull()
  const merged = levelsOf(plain, '10')
  expect(sweepTo(merged, 'asks', parseDecimal('110')!, { merged: true, asked: 500 })).toMatchObject({
    near: true,
    size: '6'
  })
})
