import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LargeRule, type LargeOptions } from '#renderer/lib/tape/large'
import { fewest, RollingSizes } from '#renderer/lib/tape/percentile'
import { compareSizes, sizeOf } from '#renderer/lib/tape/sizes'
import { anyPrint, tapeOf } from './trade'

/** Differences beyond doubles, and different spellings. */
const anySize = fc.oneof(
  fc.integer({ min: 0, max: 50 }).map((units) => (units / 10).toFixed(1)),
  fc.bigInt({ min: 10n ** 18n, max: 10n ** 18n + 5n }).map((units) => `${units}.5`),
  fc.constantFrom('1', '1.0', '1.00', '0.000000000000000001')
)

const unitsOf = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}
const sorted = (all: readonly bigint[]) =>
  [...all].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))

it('compares sizes exactly', () => {
  fc.assert(
    fc.property(anySize, anySize, (one, other) => {
      const sign = unitsOf(one) < unitsOf(other) ? -1 : unitsOf(one) > unitsOf(other) ? 1 : 0
      expect(Math.sign(compareSizes(sizeOf(one), sizeOf(other)))).toBe(sign)
    })
  )
})

it('matches the sorted percentile', () => {
  fc.assert(
    fc.property(
      fc.array(anySize, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(900, 950, 990, 995, 1000),
      (sizes, capacity, thousandths) => {
        const rolling = new RollingSizes(capacity)
        sizes.forEach((size, index) => {
          rolling.push(sizeOf(size))
          const last = sorted(sizes.slice(Math.max(0, index + 1 - capacity), index + 1).map(unitsOf))
          const rank = Math.ceil((thousandths * last.length) / 1000)
          expect(unitsOf(rolling.atThousandths(thousandths)!.amount)).toBe(last[rank - 1])
        })
      }
    )
  )
})

const options: LargeOptions = {
  large: 'percentile',
  largeSize: '1',
  largePercent: '95',
  largeOf: 50,
  together: false,
  perSecond: false
}

it('marks trades above the percentile of previous ones', () => {
  fc.assert(
    fc.property(
      fc.array(anyPrint, { minLength: 30, maxLength: 120 }),
      fc.integer({ min: 1, max: 40 }),
      (prints, part) => {
        const trades = [...tapeOf(prints).rows].sort((one, other) => one.number - other.number)
        const rule = new LargeRule(options)
        for (let at = 0; at < trades.length; at += part) rule.learn(trades.slice(at, at + part))
        trades.forEach((trade, index) => {
          const before = sorted(
            trades.slice(Math.max(0, index - 50), index).map(({ amount }) => unitsOf(amount))
          )
          const limit = before[Math.ceil(before.length * 0.95) - 1]
          const expected = before.length >= fewest && unitsOf(trade.amount) > limit!
          expect(rule.isLarge(trade.number, trade)).toBe(expected)
        })
      }
    )
  )
})

it('marks trades from a fixed size, inclusive', () => {
  const rule = new LargeRule({ ...options, large: 'fixed', largeSize: '0.30000000000000000001' })
  expect(rule.isLarge(0, sizeOf('0.3'))).toBe(false)
  expect(rule.isLarge(0, sizeOf('0.300000000000000000010'))).toBe(true)
  expect(new LargeRule({ ...options, large: 'off' }).isLarge(0, sizeOf('9'))).toBe(false)
})

it('treats merged prints as one', () => {
  const print = { millisecond: 0, nanosecond: 0, price: 100, side: 1, amount: 10 }
  const before = Array.from({ length: fewest + 1 }, (_, index) => ({ ...print, millisecond: index }))
  const sweep = [1, 2, 3].map(() => ({ ...print, millisecond: 100, amount: 9 }))
  const { rows } = tapeOf([...before, ...sweep])
  const rule = new LargeRule({ ...options, together: true })
  rule.learn(rows)
  const first = rows.at(-3)!
  expect(rule.isLarge(first.number, sizeOf('0.0009'))).toBe(false)
  expect(rule.isLarge(first.number, sizeOf('0.0027'))).toBe(true)
})

it('treats what each side traded in a second as one, while the sides take turns', () => {
  const print = (second: number, side: number) => ({
    ...{ millisecond: second * 1000, nanosecond: 0, price: 100 + side, amount: 10, side }
  })
  const seconds = Array.from({ length: fewest + 1 }, (_, second) =>
    [1, 2, 1, 2].map((side) => print(second, side))
  )
  const { rows } = tapeOf([...seconds.flat(), print(100, 1)])
  const rule = new LargeRule({ ...options, perSecond: true })
  rule.learn(rows)
  const { number } = rows.at(-1)!
  expect(rule.isLarge(number, sizeOf('0.0020'))).toBe(false)
  expect(rule.isLarge(number, sizeOf('0.0021'))).toBe(true)
})
