import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { shortMoney } from '#renderer/lib/format/money'

const powers: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, B: 1e9 }

it('shortens a sum to three significant digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 0, max: 4 }), (units, scale) => {
      const text = shortMoney({ units: BigInt(units), scale }, '1234.56')
      const exact = units / 10 ** scale
      const shown = Number.parseFloat(text) * (powers[text.at(-1)!] ?? 1)
      expect(Math.abs(shown - exact)).toBeLessThanOrEqual(Math.max(exact * 0.005_001, 0.000_500_1))
      expect(text.replace(/\D/g, '').length).toBeLessThanOrEqual(exact >= 1e12 ? 16 : 4)
    })
  )
})

it.each([
  ['22412345.67', '22.4M'],
  ['999999', '1.00M'],
  ['999.6', '1.00k'],
  ['842000', '842k'],
  ['31.456', '31.5'],
  ['0', '0']
])('shows %s as %s', (sum, text) => {
  expect(shortMoney(parseDecimal(sum)!, '1,234.56')).toBe(text)
})
