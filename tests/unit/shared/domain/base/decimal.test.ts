import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  canonical,
  canonicalDecimal,
  compareDecimals,
  type Decimal,
  decimalOfUnits,
  divideDecimals,
  divideUnits,
  formatDecimal,
  formatUnits,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'

const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: 0, max: 20 })
})
const at20 = ({ units, scale }: Decimal) => units * 10n ** BigInt(20 - scale)

describe('decimals', () => {
  it('are read back unchanged', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(parseDecimal(formatDecimal(value))).toEqual(value)
      })
    )
  })

  it('add, subtract and compare as integers of one scale', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        expect(at20(addDecimals(left, right))).toBe(at20(left) + at20(right))
        expect(at20(subtractDecimals(left, right))).toBe(at20(left) - at20(right))
        const difference = at20(left) - at20(right)
        expect(compareDecimals(left, right)).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      })
    )
  })

  it('have one canonical text', () => {
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

  it('are formatted the same from safe integers', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 18 }), (units, scale) => {
        expect(formatUnits(units, scale)).toBe(formatDecimal({ units: BigInt(units), scale }))
      })
    )
  })

  it('refuse other notations', () => {
    for (const text of ['', '.', '1.', '.5', '+1', '1e5', ' 1', '1,5', 'NaN', '--1', '0x10', '1\n']) {
      expect(parseDecimal(text), text).toBeNull()
    }
  })
})

const whole = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const roundings = ['down', 'up', 'nearest'] as const

describe('decimal multiplication and division', () => {
  it('rounds as named', () => {
    fc.assert(
      fc.property(
        fc.oneof(whole, fc.bigInt(-40n, 40n)),
        fc.oneof(whole, fc.bigInt(-9n, 9n)),
        (over, under) => {
          fc.pre(under !== 0n)
          // A positive divisor keeps the order.
          const sign = under < 0n ? -1n : 1n
          const [dividend, divisor] = [over * sign, under * sign]
          const down = divideUnits(over, under, 'down')
          expect(down * divisor <= dividend && dividend < (down + 1n) * divisor).toBe(true)
          const up = divideUnits(over, under, 'up')
          expect((up - 1n) * divisor < dividend && dividend <= up * divisor).toBe(true)
          const nearest = divideUnits(over, under, 'nearest')
          const twice = 2n * (nearest * divisor - dividend)
          // Half away from zero.
          expect(
            dividend >= 0n ? -divisor < twice && twice <= divisor : -divisor <= twice && twice < divisor
          ).toBe(true)
        }
      ),
      { numRuns: 1000 }
    )
    expect(() => divideUnits(1n, 0n, 'up')).toThrow(RangeError)
  })

  it('matches fractions', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: 0, max: 25 }), (left, right, scale) => {
        const product = multiplyDecimals(left, right)
        expect(product.units * 10n ** BigInt(40 - product.scale)).toBe(at20(left) * at20(right))
        fc.pre(right.units > 0n)
        for (const rounding of roundings) {
          const quotient = divideDecimals(left, right, scale, rounding)
          expect(quotient.scale).toBe(scale)
          expect(quotient.units).toBe(divideUnits(at20(left) * 10n ** BigInt(scale), at20(right), rounding))
        }
      })
    )
  })

  it('only drops trailing zeros', () => {
    fc.assert(
      fc.property(decimal, fc.maxSafeInteger(), (value, units) => {
        const bare = canonical(value)
        expect(compareDecimals(bare, value)).toBe(0)
        expect(bare.scale === 0 || bare.units % 10n !== 0n).toBe(true)
        expect(decimalOfUnits(units, 7)).toEqual(canonical({ units: BigInt(units), scale: 7 }))
      })
    )
  })
})
