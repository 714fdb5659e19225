import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addToSum,
  fitsSum,
  isSumFull,
  maxFittedUnits,
  readSum,
  writeProduct,
  writeSum
} from '#shared/domain/market/exact/index'

const units = fc.oneof(fc.nat(), fc.integer({ min: 0, max: maxFittedUnits }), fc.constant(maxFittedUnits))

it('is exact until full', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(units, units), { maxLength: 30 }), (pairs) => {
      const sum = new Float64Array(2)
      const product = new Float64Array(2)
      let truth = 0n
      for (const [left, right] of pairs) {
        if (isSumFull(sum, 0)) break
        writeProduct(product, 0, left, right)
        expect(readSum(product, 0)).toBe(BigInt(left) * BigInt(right))
        addToSum(sum, 0, product[0]!, product[1]!)
        truth += BigInt(left) * BigInt(right)
        expect(readSum(sum, 0)).toBe(truth)
        expect(isSumFull(sum, 0)).toBe(!fitsSum(truth))
      }
    }),
    { numRuns: 500 }
  )
})

it('is read as written', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 104n - 1n }), (value) => {
      const sum = new Float64Array(2)
      writeSum(sum, 0, value)
      expect(readSum(sum, 0)).toBe(value)
    })
  )
  expect([-1n, 2n ** 104n, 2n ** 104n - 1n].map(fitsSum)).toEqual([false, false, true])
})
