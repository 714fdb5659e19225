import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberFormats } from '#shared/contract/app/settings'
import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatMilliseconds,
  noNumber
} from '#renderer/lib/format/number'

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,20}$/))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`)
const formats = fc.constantFrom(...numberFormats)

/** The digits alone. */
const readBack = (text: string, format: (typeof numberFormats)[number]) => {
  const mark = format.endsWith(',56') ? ',' : '.'
  return [...text]
    .filter((sign) => /[\d-]/.test(sign) || sign === mark)
    .join('')
    .replace(mark, '.')
}

describe('a decimal string', () => {
  it('keeps every digit in every format', () => {
    fc.assert(
      fc.property(decimals, formats, (text, format) => {
        const zero = /^-?0*(\.0*)?$/.test(text)
        expect(readBack(formatDecimal(text, format), format)).toBe(zero ? text.replace('-', '') : text)
      })
    )
  })

  it('matches the format’s example', () => {
    fc.assert(
      fc.property(formats, (format) => {
        expect(formatDecimal('1234.56', format).replace('\u00a0', ' ')).toBe(format)
      })
    )
  })

  it('groups by three from the decimal mark', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const [whole = ''] = formatDecimal(text, '1,234.56').replace('-', '').split('.')
        const groups = whole.split(',')
        expect(groups[0]!.length).toBeLessThanOrEqual(3)
        expect(groups.slice(1).every((group) => group.length === 3)).toBe(true)
      })
    )
  })

  it('pads with zeros and keeps significant digits', () => {
    expect(formatDecimal('64211.5', '1,234.56', { places: 2 })).toBe('64,211.50')
    expect(formatDecimal('64211.500', '1,234.56', { places: 2 })).toBe('64,211.50')
    expect(formatDecimal('0.123456789', '1,234.56', { places: 2 })).toBe('0.123456789')
  })

  it('shows a sign on request, and never on zero', () => {
    expect(formatDecimal('1.84', '1,234.56', { signed: true })).toBe('+1.84')
    expect(formatDecimal('-0.00', '1,234.56', { signed: true })).toBe('0.00')
  })

  it.each(['', 'NaN', '1e5', '1,5', '--1', '.5', 'Infinity'])('refuses %o', (text) => {
    expect(formatDecimal(text, '1,234.56')).toBe(noNumber)
  })
})

it('shows sizes in a fitting unit', () => {
  expect(formatBytes(0, '1,234.56')).toBe('0\u00a0B')
  expect(formatBytes(999, '1,234.56')).toBe('999\u00a0B')
  expect(formatBytes(1_250_000, '1.234,56')).toBe('1,3\u00a0MB')
  expect(formatBytes(84_000_000, '1,234.56')).toBe('84.0\u00a0MB')
  expect(formatBytes(Number.NaN, '1,234.56')).toBe(noNumber)
})

it('shows durations with one decimal and whole counts', () => {
  expect(formatMilliseconds(2.14, '1,234.56')).toBe('2.1\u00a0ms')
  expect(formatMilliseconds(1234.6, '1 234,56')).toBe('1\u00a0235\u00a0ms')
  expect(formatCount(15_500, "1'234.56")).toBe("15'500")
  expect(formatCount(0.5, '1,234.56')).toBe(noNumber)
})
