import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LargeTrades } from '#engine/recording/replay/large-trades'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { inferences } from '#shared/domain/market/tape/index'

/** Many are equal as doubles. */
const amounts = fc.array(
  fc
    .tuple(fc.bigInt(9_007_199_254_740_990n, 9_007_199_254_741_010n), fc.nat(3))
    .map(([units, zeros]) => `${units}.${'0'.repeat(zeros)}5`),
  { minLength: 60, maxLength: 200 }
)

test('amounts that are left out before they are read exactly are too small', () => {
  let leftOut = 0
  fc.assert(
    fc.property(amounts, (all) => {
      const [whole, filtered] = [new LargeTrades(), new LargeTrades()]
      for (const [index, text] of all.entries()) {
        const received = { milliseconds: index, nanoseconds: 0 }
        const trade = { received, amount: parseDecimal(text)!, inference: inferences.none }
        whole.add(trade)
        if (filtered.mayHave(text)) filtered.add(trade)
        else leftOut += 1
      }
      const spell = ({ all: kept }: LargeTrades) => kept.map(({ at, amount }) => [at, formatDecimal(amount)])
      expect(spell(filtered)).toEqual(spell(whole))
      expect(spell(new LargeTrades(filtered))).toEqual(spell(whole))
    })
  )
  expect(leftOut).toBeGreaterThan(100)
})
