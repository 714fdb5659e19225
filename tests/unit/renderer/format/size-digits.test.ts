import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { formatOneSize, formatSize, SizeDigits } from '#renderer/lib/format/size-digits'

const digitsOf = (sizes: readonly string[], digits = new SizeDigits()) => {
  for (const text of sizes) {
    const { units, scale } = parseDecimal(text)!
    digits.see(Number(units), scale)
  }
  digits.settle()
  return digits
}

describe('the digits of a column of sizes', () => {
  it('show four digits of a typical size, and no more than used', () => {
    expect(digitsOf(['1.04190000', '0.16471234', '0.42731111']).places).toBe(4)
    expect(digitsOf(['38.21412345', '12.50001111', '17.12345678']).places).toBe(2)
    expect(digitsOf(['1500.00', '20000.00', '700.00']).places).toBe(0)
    expect(digitsOf(['5.00', '2.50', '7.00']).places).toBe(1)
    expect(digitsOf(['0.00001234', '0.00005678']).places).toBe(8)
    expect(new SizeDigits().places).toBe(0)
  })

  it('are stable for sizes with three to five digits', () => {
    const digits = digitsOf(['1.23456789'])
    const usual = fc.double({ min: 0.1, max: 99, noNaN: true })
    fc.assert(
      fc.property(fc.array(usual, { minLength: 1 }), (sizes) => {
        digitsOf(
          sizes.map((size) => size.toFixed(8)),
          digits
        )
        expect(digits.places).toBe(3)
      })
    )
    expect(digitsOf(['0.00123456'], digits).places).toBe(6)
  })
})

const decimals = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0')
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

describe('a shown size', () => {
  it('is rounded to its last digit, and never to zero', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 8 }), (exact, places) => {
        const shown = formatSize(exact, '1234.56', places)
        const scale = 12
        const unitsOf = (text: string) => {
          const { units, scale: own } = parseDecimal(text)!
          return units * 10n ** BigInt(scale - own)
        }
        const step = 10n ** BigInt(scale - places)
        const off = unitsOf(exact) - unitsOf(shown.replace('<', ''))
        if (shown.startsWith('<')) expect(unitsOf(exact) * 2n < step).toBe(true)
        else {
          expect(2n * (off < 0n ? -off : off) <= step).toBe(true)
          expect(Number(shown)).toBeGreaterThan(0)
          expect(parseDecimal(shown)!.scale).toBe(places)
        }
      })
    )
  })

  it('defaults to five significant digits', () => {
    expect(formatOneSize('1234.56789', '1,234.56')).toBe('1,234.6')
    expect(formatOneSize('1234567.80', '1,234.56')).toBe('1,234,568')
    expect(formatOneSize('0.00012345678', '1,234.56')).toBe('0.00012346')
    expect(formatOneSize('12.00', '1,234.56')).toBe('12')
    expect(formatOneSize('0', '1,234.56')).toBe('0')
  })
})
