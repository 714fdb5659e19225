import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOf, percentBelow, quantile } from '#renderer/panels/cost/ranks'

const value = fc.option(fc.integer({ min: 0, max: 50 }), { freq: 4 })
const costs = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 3000 }), buy: value, sell: value }), {
    minLength: 1,
    maxLength: 60
  })
  .map((all) => {
    let at = 0
    return all.map(({ gap, buy, sell }) => ({ at: (at += gap), buy, sell }))
  })

it('counts what cost less, and finds the cost of a share of the time', () => {
  fc.assert(
    fc.property(costs, fc.constantFrom('buy', 'sell'), fc.integer({ min: 0, max: 51 }), (all, side, now) => {
      const dearer = all.filter(({ [side]: cost }) => cost === null || cost >= now).length
      const percent = percentBelow(all, side, now)
      expect(percent).toBeLessThanOrEqual(((all.length - dearer) / all.length) * 100)
      expect(percent).toBeGreaterThan(((all.length - dearer) / all.length) * 100 - 1)
      for (const share of [0.1, 0.5, 0.9]) {
        const found = quantile(all, side, share) ?? Infinity
        const upTo = all.filter(({ [side]: cost }) => (cost ?? Infinity) <= found).length
        const under = all.filter(({ [side]: cost }) => (cost ?? Infinity) < found).length
        expect(upTo).toBeGreaterThanOrEqual(share * all.length)
        expect(under).toBeLessThan(share * all.length)
      }
    })
  )
})

it('parts lines where a cost or time is missing', () => {
  fc.assert(
    fc.property(costs, (all) => {
      const lines = linesOf(all, 'buy')
      expect(lines.flat()).toEqual(all.flatMap(({ at, buy }) => (buy === null ? [] : [{ at, value: buy }])))
      const times = all.map(({ at }) => at)
      for (const line of lines) {
        const from = times.indexOf(line[0]!.at)
        expect(line.map(({ at }) => at)).toEqual(times.slice(from, from + line.length))
      }
    })
  )
  const apart = [0, 1, 2, 3, 4, 5, 6, 7, 100, 101].map((at) => ({ at, buy: 1, sell: 1 }))
  expect(linesOf(apart, 'buy').map((line) => line.length)).toEqual([8, 2])
})
