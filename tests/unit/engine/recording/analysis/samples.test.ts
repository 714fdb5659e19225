import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Samples } from '#engine/recording/analysis/samples'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'

const sample = fc.option(
  fc.record({
    units: fc.oneof(fc.bigInt(0n, 50n), fc.bigInt(0n, 10n ** 30n)),
    scale: fc.integer({ min: 0, max: 20 })
  })
)

test('percentiles are by nearest rank, exact for any number of digits, and a missing size is above all', () => {
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 100 }),
      (all, percent) => {
        const [whole, first, second] = [new Samples(), new Samples(), new Samples()]
        for (const [index, value] of all.entries())
          for (const samples of [whole, index % 2 === 0 ? first : second])
            if (value) samples.add(value)
            else samples.addMissing()
        const inOrder = all
          .filter((value) => value !== null)
          .map(({ units, scale }) => units * 10n ** BigInt(20 - scale))
          .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
        // So many values are at or below it.
        const found = inOrder.find(
          (value) => inOrder.filter((each) => each <= value).length * 100 >= percent * all.length
        )
        const expected = found === undefined ? null : formatDecimal(canonical({ units: found, scale: 20 }))
        expect(whole.percentile(percent)).toBe(expected)
        expect(whole.count).toBe(all.length)
        const joined = new Samples()
        joined.addAll(first)
        joined.addAll(second)
        expect(joined.percentile(percent)).toBe(expected)
      }
    ),
    { numRuns: 300 }
  )
})
