import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  analysisBuckets,
  analysisCalls,
  analysisDays,
  fillIntervals,
  maxAnalysisDays,
  type AnalysisRequest,
  type FillsRequest
} from '#shared/contract/recording/analysis'

const day = 86_400_000
const request: AnalysisRequest = {
  run: 1,
  connection: 'environment=local/service=20df12314ad4',
  market: 'BTC/USD',
  report: { kind: 'cost', size: '50', unit: 'base' },
  period: { from: 0, to: day },
  against: null,
  days: 'all',
  bucket: 30
}
const fills: FillsRequest = {
  run: 1,
  connection: request.connection,
  market: request.market,
  file: 1,
  interval: 5
}
const isReport = (value: unknown) => v.is(analysisCalls.report.payload, value)
const areFills = (value: unknown) => v.is(analysisCalls.fillCosts.payload, value)

test('reports of every kind, bucket and choice of days are accepted', () => {
  expect(isReport(request)).toBe(true)
  for (const kind of ['spread', 'depth', 'average', 'coverage'])
    expect(isReport({ ...request, report: { kind } }), kind).toBe(true)
  for (const bucket of analysisBuckets) expect(isReport({ ...request, bucket })).toBe(true)
  for (const days of analysisDays) expect(isReport({ ...request, days })).toBe(true)
  expect(isReport({ ...request, against: { from: day, to: 2 * day } })).toBe(true)
  expect(isReport({ ...request, period: { from: 0, to: maxAnalysisDays * day } })).toBe(true)
  for (const interval of fillIntervals) expect(areFills({ ...fills, interval })).toBe(true)
})

test.each<Record<string, unknown>>([
  { period: { from: day, to: day } },
  { period: { from: day, to: 0 } },
  { period: { from: 0, to: (maxAnalysisDays + 1) * day } },
  { period: { from: 0.5, to: day } },
  { against: { from: day, to: 0 } },
  { connection: '../../etc' },
  { market: '' },
  { market: 'x'.repeat(1001) },
  { bucket: 1 },
  { run: 0 },
  { days: 'mondays' },
  { report: { kind: 'cost', size: '0', unit: 'base' } },
  { report: { kind: 'cost', size: '1', unit: 'lots' } },
  { report: { kind: 'cost' } },
  { report: { kind: 'fills' } }
])('%j is refused', (change) => {
  expect(isReport({ ...request, ...change })).toBe(false)
})

test.each<Record<string, unknown>>([{ interval: 2 }, { file: 0 }, { file: 'a.csv' }, { run: -1 }])(
  'fills with %j are refused',
  (change) => {
    expect(areFills({ ...fills, ...change })).toBe(false)
  }
)
