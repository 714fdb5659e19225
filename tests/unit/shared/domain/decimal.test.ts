import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type Decimal,
  formatDecimal,
  formatUnits,
  parseDecimal,
  subtractDecimals
} from '../../../../electron/shared/domain/decimal'

const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: 0, max: 20 })
})
const at20 = ({ units, scale }: Decimal) => units * 10n ** BigInt(20 - scale)

describe('decimals', () => {
  it('come back from their text as they were', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(parseDecimal(formatDecimal(value))).toEqual(value)
      })
    )
  })

  it('add, subtract and compare as whole numbers of one scale do', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        expect(at20(addDecimals(left, right))).toBe(at20(left) + at20(right))
        expect(at20(subtractDecimals(left, right))).toBe(at20(left) - at20(right))
        const difference = at20(left) - at20(right)
        expect(compareDecimals(left, right)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      })
    )
  })

  it('have one canonical text however many zeros they were written with', () => {
    fc.assert(
      fc.property(decimal, fc.nat(6), fc.nat(6), (value, before, after) => {
        const sign = value.units < 0n ? '-' : ''
        const bare = formatDecimal(value).replace('-', '')
        const tail = after === 0 ? '' : (bare.includes('.') ? '' : '.') + '0'.repeat(after)
        const spelled = sign + '0'.repeat(before) + bare + tail
        expect(canonicalDecimal(spelled)).toBe(canonicalDecimal(formatDecimal(value)))
      })
    )
    expect(['0', '0.0', '0.00', '-0.0'].map(canonicalDecimal)).toEqual(['0', '0', '0', '0'])
    expect(canonicalDecimal('64250.50')).toBe('64250.5')
  })

  it('are written the same from safe whole numbers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 18 }), (units, scale) => {
        expect(formatUnits(units, scale)).toBe(formatDecimal({ units: BigInt(units), scale }))
      })
    )
  })

  it('refuse what is no plain decimal', () => {
    for (const text of ['', '.', '1.', '.5', '+1', '1e5', ' 1', '1,5', 'NaN', '--1', '0x10', '1\n']) {
      expect(parseDecimal(text), text).toBeNull()
    }
  })
})
