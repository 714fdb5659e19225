import fc from 'fast-check'
import { expect, it } from 'vitest'
import { depthNotionals } from '#engine/recording/parquet/tables'
import { numberFormats } from '#shared/contract/app/settings'
import { formatDecimal } from '#renderer/lib/format/number'
import { typedAmount } from '#renderer/lib/format/typed-size'
import {
  keepSizes,
  keptSizes,
  recordedSize,
  shortAmount,
  usualSizes,
  type Size
} from '#renderer/lib/cost/sizes'

const amount = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => (units / 10 ** scale).toFixed(8).replace(/\.?0+$/, ''))
const size: fc.Arbitrary<Size> = fc.record({
  amount: amount.filter((text) => /[1-9]/.test(text)),
  unit: fc.constantFrom('base', 'quote')
})
const format = fc.constantFrom(...numberFormats)

it('reads back what it shows, in every format', () => {
  fc.assert(
    fc.property(size, format, ({ amount: exact }, numbers) => {
      expect(typedAmount(formatDecimal(exact, numbers), numbers)).toBe(exact)
      expect(typedAmount(shortAmount(exact, numbers), numbers)).toBe(exact)
    })
  )
})

it.each([
  ['50k', '50000'],
  ['1.5M', '1500000'],
  [' 0.25 ', '0.25'],
  ['2b', '2000000000'],
  ['', null],
  ['0', null],
  ['0k', null],
  ['k', null],
  ['-5', null],
  ['1e5', null],
  ['five', null],
  ['9'.repeat(31), null]
])('reads %j as %j', (typed, exact) => {
  expect(typedAmount(typed, '1,234.56')).toBe(exact)
})

it('keeps the sizes of each market, and ignores lines that are not sizes', () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 4 }), fc.array(size, { maxLength: 4 }), (one, other) => {
      const lines = keepSizes(keepSizes(keepSizes([], 'A', other), 'AB', other), 'A', one)
      expect(keptSizes(lines, 'A')).toEqual(one)
      expect(keptSizes(lines, 'AB')).toEqual(other)
    })
  )
  const odd = ['A=5', 'A=0 base', 'A=-1 base', 'A=1 gram', 'A=1e9 quote', `A=${'9'.repeat(40)} base`, 'A']
  expect(keptSizes([...odd, 'A=5.0 base'], 'A')).toEqual([{ amount: '5', unit: 'base' }])
})

it('has sizes for every market', () => {
  for (const market of ['BTCUSD', 'ETHBTC', 'BTCJPY', 'anything'])
    expect(usualSizes(market).length).toBeGreaterThan(1)
  expect(usualSizes('BTCUSD')[1]).toEqual({ amount: '50000', unit: 'quote' })
  expect(usualSizes('anything')[1]!.unit).toBe('base')
  expect(depthNotionals.map(({ amount }) => amount)).toContain(recordedSize('BTCUSD')!.amount)
  expect([recordedSize('ETHBTC'), recordedSize('USDJPY'), recordedSize('anything')]).toEqual([
    null,
    null,
    null
  ])
})
