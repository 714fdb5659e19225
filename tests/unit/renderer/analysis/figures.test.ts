import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import type { AnalysisColumn } from '#shared/contract/recording/analysis'
import { coverageText, placesFor, roundedText } from '#renderer/app/analysis/figures'
import { shareBelow } from '#renderer/app/analysis/live-cost'
import { sortedRows, type ReportRow } from '#renderer/app/analysis/report'
import { slotLabel } from '#renderer/app/analysis/time'

const numbers = '1,234.56'
const decimal = (text: string) => parseDecimal(text)!

test('a coverage below all of it is never shown as 100%', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (total, share) => {
        const live = Math.floor(total * share)
        const shown = coverageText({ live, total, partial: true }, numbers)
        expect(Number.parseFloat(shown)).toBeLessThanOrEqual(99.9)
        expect(Number.parseFloat(shown)).toBeLessThanOrEqual((live / total) * 100 + 1e-9)
      }
    )
  )
  expect(coverageText({ live: 5, total: 5, partial: true }, numbers)).toBe('99.9%')
  expect(coverageText({ live: 5, total: 5, partial: false }, numbers)).toBe('100%')
})

test('figures of a column have the same digits, and are rounded exactly', () => {
  expect(placesFor(['0.0234', null, '-0.9'], 'bp')).toBe(3)
  expect(placesFor(['0.0234', '12'], 'bp')).toBe(2)
  expect(placesFor(['7', '6.80'], 'quote')).toBe(1)
  expect(roundedText('0.125', 2, numbers)).toBe('0.13')
  expect(roundedText('64102.4', 2, numbers)).toBe('64,102.40')
  expect(roundedText('0.125', 2, numbers, true)).toBe('+0.13')
  expect(roundedText(null, 2, numbers)).toBe('–')
})

test('rows without a figure come last, whichever way they are sorted', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), fc.boolean(), (values, descending) => {
      const rows = values.map((value, index): ReportRow => ({
        key: String(index),
        cells: { a: { text: '', value } },
        partial: false,
        slot: null,
        replay: null
      }))
      const sorted = sortedRows(rows, { by: 'a', descending }).map(({ cells }) => cells['a']!.value)
      const known = values.filter((value) => value !== null).sort((one, other) => one - other)
      const expected = [
        ...(descending ? known.toReversed() : known),
        ...values.filter((value) => value === null)
      ]
      expect(sorted).toEqual(expected)
    })
  )
})

test('a cost is more expensive than the share of samples below it', () => {
  const columns: readonly AnalysisColumn[] = [
    { measure: 'buy', statistic: 'low', unit: 'bp' },
    { measure: 'buy', statistic: 'median', unit: 'bp' },
    { measure: 'sell', statistic: 'median', unit: 'bp' }
  ]
  const report = {
    columns,
    series: {
      total: { samples: 20 },
      distributions: [
        Array.from({ length: 101 }, (_none, percent) => (percent > 95 ? null : String(percent / 10))),
        Array.from({ length: 101 }, () => null)
      ]
    }
  }
  expect(shareBelow(report, 'buy', decimal('5.05'))).toBe(50)
  expect(shareBelow(report, 'buy', decimal('0'))).toBe(0)
  expect(shareBelow(report, 'buy', decimal('1000'))).toBe(95)
  expect(shareBelow(report, 'sell', decimal('5'))).toBeNull()
  // Too few say nothing.
  const few = { ...report, series: { ...report.series, total: { samples: 19 } } }
  expect(shareBelow(few, 'buy', decimal('5.05'))).toBeNull()
})

test('labels of a longer period name each day once, and times of it', () => {
  const hour = 3_600_000
  const from = Date.UTC(2026, 10, 23, 13, 30)
  const series = { period: { from, to: from + 48 * hour } }
  const report = { byTimeOfDay: false, series }
  const rows = [0, 6, 12, 18, 24, 30, 36].map((hours) => ({ from: from + hours * hour }))
  expect(rows.map((row, index) => slotLabel(report, row, rows[index - 1]))).toEqual([
    '23 Nov',
    '19:30',
    '24 Nov',
    '07:30',
    '13:30',
    '19:30',
    '25 Nov'
  ])
})
