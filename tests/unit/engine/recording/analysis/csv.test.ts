import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { fillsCsv, reportCsv } from '#engine/recording/analysis/csv'
import type {
  AnalysisReport,
  AnalysisSeries,
  AnalysisStatistic,
  FillCost,
  FillCosts
} from '#shared/contract/recording/analysis'

const full = { live: 3_600_000, total: 3_600_000, partial: false }
/** A millisecond less would be 100% if it was rounded. */
const partial = { live: 3_599_999, total: 3_600_000, partial: true }

const seriesOf = (from: number): AnalysisSeries => ({
  period: { from, to: from + 86_400_000 },
  rows: [
    { from: 0, to: 60, coverage: full, samples: 3600, cells: ['0.1', '1.5', '2'] },
    { from: 540, to: 600, coverage: partial, samples: 3599, cells: ['0.1', null, null] }
  ],
  total: { from, to: from + 86_400_000, coverage: partial, samples: 7199, cells: ['0.1', '1.5', '2'] },
  distributions: [],
  gaps: [],
  moreGaps: 0
})

const report: AnalysisReport = {
  kind: 'cost',
  market: 'BTCUSD',
  size: { amount: '50', unit: 'base' },
  byTimeOfDay: true,
  bucket: 60,
  samples: 'keyframes',
  columns: (['low', 'median', 'high'] as AnalysisStatistic[]).map((statistic) => ({
    measure: 'buy',
    statistic,
    unit: 'bp'
  })),
  series: seriesOf(Date.UTC(2026, 10, 23)),
  against: seriesOf(Date.UTC(2026, 10, 24)),
  notes: ['=1+1 is a note.'],
  read: { rows: 1, milliseconds: 1 }
}

const lines = (csv: string): string[][] => parse(csv, { relax_column_count: true })

test('a report has a line for each row of both periods, and 100% only where all of it was live', () => {
  const [head, ...rows] = lines(reportCsv(report))
  expect(head).toEqual([
    'Period from',
    'Period to',
    'From (UTC)',
    'To (UTC)',
    'Cost to buy, 10% (bp)',
    'Cost to buy, median (bp)',
    'Cost to buy, 90% (bp)',
    'Samples',
    'Coverage (%)',
    'partial'
  ])
  expect(rows.length).toBe(7)
  expect(rows[0]!.slice(2)).toEqual(['00:00', '01:00', '0.1', '1.5', '2', '3600', '100.00', ''])
  expect(rows[1]!.slice(2)).toEqual(['09:00', '10:00', '0.1', '', '', '3599', '99.99', 'partial'])
  expect(rows[2]![2]).toBe('Total')
  expect(rows[3]![0]).toBe('2026-11-24T00:00:00.000Z')
  expect(rows[6]).toEqual(["'=1+1 is a note."])
})

const fill: FillCost = {
  line: 2,
  time: '2026-11-24T09:14:40.377Z',
  at: 0,
  side: 'buy',
  price: '64121.9',
  amount: '20',
  order: '@SUM(A1)',
  arrivalMid: '64120.02',
  arrivalCost: '-0.29',
  intervalVwap: null,
  vwapCost: null,
  vwapMissing: 'trades',
  sweepCost: null,
  sweepMissing: 'size',
  markouts: [null, null, null, '0.8'],
  through: false,
  found: null,
  coverage: partial,
  gap: null
}

test('fills have what is inside a gap as a word, and no formulas', () => {
  const costs: FillCosts = {
    market: 'BTCUSD',
    file: 1,
    name: 'fills.csv',
    interval: 5,
    rows: [fill],
    total: {
      fills: 1,
      amount: '20',
      value: '1282438',
      arrivalCost: '-0.29',
      vwapCost: null,
      sweepCost: null,
      markouts: [null, null, null, '0.8'],
      incomplete: 1,
      coverage: partial
    },
    notes: [],
    read: { rows: 1, milliseconds: 1 }
  }
  const [head, row, total] = lines(fillsCsv(costs))
  expect(row!.length).toBe(head!.length)
  expect(total!.length).toBe(head!.length)
  expect(row!.slice(5)).toEqual([
    "'@SUM(A1)",
    '64120.02',
    '-0.29',
    'no trades',
    'no trades',
    'not enough in the book',
    'gap',
    'gap',
    'gap',
    '0.8',
    'no',
    'gap',
    '99.99',
    'partial'
  ])
  expect(total!.slice(0, 8)).toEqual(['Total', '', '', '', '20', '', '', '-0.29'])
})
