import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newsOf, tapeOf, anyPrint } from './trade'

const at = (millisecond: number, price = 100) => ({ millisecond, nanosecond: 0, price, amount: 1, side: 1 })

it('uses the price that arrived last', () => {
  fc.assert(
    fc.property(fc.array(anyPrint, { minLength: 1, maxLength: 40 }), (prints) => {
      const tape = tapeOf(prints)
      const prices = prints.map(({ price }) => price)
      expect(Number(tape.last!.price)).toBe(prices.at(-1)! / 100)
    })
  )
})

it('sorts late trades, and puts trades after a clock change on top', () => {
  const tape = tapeOf([at(400_000), at(401_000), at(399_000)])
  tape.apply(newsOf([at(100_000), at(102_000), at(101_000)], 3))
  expect(tape.rows.map(({ number }) => number)).toEqual([2, 0, 1, 3, 5, 4])
})
