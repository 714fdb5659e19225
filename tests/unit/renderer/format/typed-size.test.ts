import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { numberFormats } from '#shared/contract/app/settings'
import { typedSize } from '#renderer/lib/format/typed-size'
import { formatDecimal } from '#renderer/lib/format/number'

it('reads every format exactly', () => {
  const sizes = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, scale]) => {
      const digits = units.toString().padStart(scale + 1, '0')
      return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
    })
  fc.assert(
    fc.property(sizes, fc.constantFrom(...numberFormats), (size, format) => {
      fc.pre(size.length <= 30)
      expect(typedSize(formatDecimal(size, format), format)).toBe(canonicalDecimal(size))
    })
  )
})

it('accepts an unambiguous decimal point and refuses invalid sizes', () => {
  for (const format of numberFormats) expect(typedSize('0.25', format)).toBe('0.25')
  expect(typedSize('.5', '1,234.56')).toBe('0.5')
  for (const odd of ['', 'x', '-1', '1e5', '1.2.3', '1,2', '٣']) expect(typedSize(odd, '1,234.56')).toBeNull()
})
