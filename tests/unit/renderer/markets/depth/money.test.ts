import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moneyText } from '#renderer/lib/format/money'

it.each([
  ['3247890.4567', 'nearest', '3,247,890.46'],
  ['0.005', 'nearest', '0.005'],
  ['2.675', 'nearest', '2.68'],
  ['12', 'nearest', '12.00'],
  ['33.30999', 'up', '33.31'],
  ['33.28668', 'down', '33.28'],
  ['0.0000123456', 'nearest', '0.0000123'],
  ['0', 'nearest', '0.00']
] as const)('formats %s, rounded to the %s, as %s', (sum, rounding, text) => {
  expect(moneyText(sum, '1,234.56', rounding)).toBe(text)
})

it('rounds to the last digit and keeps bounds', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.integer({ min: 0, max: 10 }), (units, scale) => {
      const sum = { units, scale }
      const exact = (text: string) => {
        const [whole = '', fraction = ''] = text.split('.')
        return BigInt(whole + fraction.padEnd(20, '0'))
      }
      const truth = units * 10n ** BigInt(20 - scale)
      const near = moneyText(sum, '1234.56')
      const half = 10n ** BigInt(20 - (near.split('.')[1]?.length ?? 0)) / 2n
      const away = exact(near) - truth
      expect(away <= half && -away <= half).toBe(true)
      expect(exact(moneyText(sum, '1234.56', 'up')) >= truth).toBe(true)
      expect(exact(moneyText(sum, '1234.56', 'down')) <= truth).toBe(true)
    })
  )
})
