import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RankedCosts, type CostSide } from '#renderer/panels/cost/ranks'
import type { PastCosts } from '#shared/contract/recording/past-costs'
import { canonical, formatDecimal, parseDecimal } from '#shared/domain/base/decimal'

const step = 20_000
/** Also beyond the digits of a double, and close to each other. */
const units = fc.oneof(fc.bigInt(0n, 30n), fc.bigInt(10n ** 20n, 10n ** 20n + 5n), fc.bigInt(-3n, 10n ** 25n))
const text = (value: bigint) => formatDecimal(canonical({ units: value, scale: 4 }))
const cost = fc.option(units, { freq: 4 })
const recorded = fc.option(fc.record({ buy: cost, sell: cost }), { freq: 5 })
const all = fc.array(recorded, { minLength: 1, maxLength: 80 })
type Moments = readonly ({ readonly buy: bigint | null; readonly sell: bigint | null } | null)[]

const pastOf = (moments: Moments): PastCosts => ({
  span: '1h',
  from: 0,
  to: step * moments.length,
  step,
  moments: moments.length,
  costs: moments.flatMap((each, index) =>
    each
      ? [
          {
            at: step * (index + 1),
            buy: each.buy === null ? null : text(each.buy),
            sell: each.sell === null ? null : text(each.sell)
          }
        ]
      : []
  )
})

it('counts what cost less and what is recorded, to the last digit', () => {
  fc.assert(
    fc.property(all, fc.constantFrom<CostSide>('buy', 'sell'), units, (moments, side, now) => {
      const ranked = new RankedCosts(pastOf(moments))
      const values = moments.flatMap((each) => (each ? [each[side]] : []))
      expect(ranked.recorded).toBe(values.length)
      expect(ranked.recordedPercent).toBe(Number((100n * BigInt(values.length)) / BigInt(moments.length)))
      expect(ranked.isEnough).toBe(values.length >= 20)
      if (values.length === 0) return
      const below = values.filter((value) => value !== null && value < now).length
      const percent = ranked.percentBelow(side, parseDecimal(text(now))!)
      expect(percent).toBe(Number((100n * BigInt(below)) / BigInt(values.length)))
      for (const percentile of [10, 50, 90, 98]) {
        const found = ranked.percentile(side, percentile)
        const known = values.filter((value) => value !== null).toSorted((a, b) => (a < b ? -1 : 1))
        const expected = known.find(
          (value) => known.filter((each) => each <= value).length * 100 >= percentile * values.length
        )
        expect(found && formatDecimal(canonical(found))).toBe(expected === undefined ? null : text(expected))
      }
    }),
    { numRuns: 300 }
  )
})

it('parts lines where a moment or a cost is missing', () => {
  fc.assert(
    fc.property(all, (moments) => {
      const lines = new RankedCosts(pastOf(moments)).linesOf('buy')
      const isThere = (index: number) => moments[index]?.buy !== null && moments[index]?.buy !== undefined
      expect(lines.flat().map(({ at }) => at / step - 1)).toEqual(
        moments.flatMap((_each, index) => (isThere(index) ? [index] : []))
      )
      for (const line of lines) {
        const [first, last] = [line[0]!.at / step - 1, line.at(-1)!.at / step - 1]
        expect(last - first).toBe(line.length - 1)
        expect(isThere(first - 1) || isThere(last + 1)).toBe(false)
      }
    })
  )
})
