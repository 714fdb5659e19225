import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal, formatDecimal } from '#shared/domain/base/decimal'
import { sweepSize } from '#shared/domain/market/depth/index'
import { sweepTo } from '#renderer/panels/book/sweep'
import { books, domainBook, levelsOf } from './books'

const sides = fc.constantFrom('bids' as const, 'asks' as const)
const canonicalText = (value: { units: bigint; scale: number }) => formatDecimal(value)

it('matches the engine’s cost for a price', () => {
  fc.assert(
    fc.property(books(), sides, fc.nat(39), (plain, side, row) => {
      fc.pre(row < plain[side].length)
      const book = domainBook(plain)
      const [at] = plain[side][row]!
      const found = sweepTo(levelsOf(plain), side, parseDecimal(at)!, { merged: false, asked: Infinity })!
      const truth = sweepSize(book, side, parseDecimal(found.size)!, { averageDigits: book.priceScale + 2 })
      expect(canonicalText(truth.remaining)).toBe('0')
      expect(parseFloat(canonicalText(truth.reach!))).toBe(Number(at))
      expect(found.cost).toBe(canonicalText(truth.cost))
      expect(Number(found.average)).toBe(Number(canonicalText(truth.average!)))
      expect(Number(found.slip)).toBe(Number(canonicalText(truth.slip!)))
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
