import { screen, within } from '@testing-library/svelte'
import type {
  AnalysisCoverage,
  AnalysisReport,
  AnalysisRow,
  FillCost,
  FillCosts,
  SealedRecording
} from '#shared/contract/recording/analysis'
import type { RecordedConnection } from '#shared/contract/recording/catalog'
import { connection } from '../recording/recordings-view'
import { FakeMain } from '../support/bridge'
import { show } from '../support/show'

export const start = Date.UTC(2026, 10, 17)
const day = 86_400_000
export const sealed: SealedRecording = { from: start, to: start + 7 * day, markets: ['BTCUSD', 'ETHUSD'] }

const whole = (total: number): AnalysisCoverage => ({ live: total, total, partial: false })
const hour = 3_600_000

/** A cost that grows by the hour; the one at nine has a gap of six minutes. */
export function costReport(more: Partial<AnalysisReport> = {}): AnalysisReport {
  const rows = Array.from({ length: 24 }, (_none, index): AnalysisRow => {
    const isPartial = index === 9
    return {
      from: index * 60,
      to: index * 60 + 60,
      coverage: isPartial ? { live: 7 * hour - 360_000, total: 7 * hour, partial: true } : whole(7 * hour),
      samples: 50_400 - (isPartial ? 360 : 0),
      cells: [`1.${index}1`, `2.${index}2`, `3.${index}3`, `4.${index}1`, `5.${index}2`, `6.${index}3`].map(
        (text) => (index === 13 ? null : text)
      )
    }
  })
  const gap = { kind: 'missing', from: start + 9 * hour, to: start + 9 * hour + 360_000 } as const
  return {
    kind: 'cost',
    market: 'BTCUSD',
    size: { amount: '50000', unit: 'quote' },
    byTimeOfDay: true,
    bucket: 60,
    samples: 'keyframes',
    columns: (['buy', 'sell'] as const).flatMap((measure) =>
      (['low', 'median', 'high'] as const).map((statistic) => ({ measure, statistic, unit: 'bp' as const }))
    ),
    series: {
      period: { from: start, to: start + 7 * day },
      total: {
        from: start,
        to: start + 7 * day,
        coverage: { live: 7 * day - 360_000, total: 7 * day, partial: true },
        samples: 1_209_240,
        cells: ['1.5', '2.5', '3.5', '4.5', '5.5', '6.5']
      },
      rows,
      distributions: [
        Array.from({ length: 101 }, (_none, percent) => String(percent / 20)),
        Array.from({ length: 101 }, () => null)
      ],
      gaps: [gap],
      moreGaps: 0
    },
    against: null,
    notes: ['Written as Parquet up to 2026-11-24 00:00.'],
    read: { rows: 1000, milliseconds: 20 },
    ...more
  }
}

export const fill = (more: Partial<FillCost> = {}): FillCost => ({
  line: 2,
  time: '2026-11-21T09:02:14.118123456Z',
  at: Date.UTC(2026, 10, 21, 9, 2, 14, 118),
  side: 'buy',
  price: '64102.4',
  amount: '12.5',
  order: null,
  arrivalMid: '64101.88',
  arrivalCost: '0.0811',
  intervalVwap: '64103.12',
  vwapCost: '-0.112',
  vwapMissing: null,
  sweepCost: '0.31',
  sweepMissing: null,
  markouts: ['0.4', '0.9', '0.6', '-0.3'],
  through: false,
  found: true,
  coverage: whole(300_000),
  gap: null,
  ...more
})

const gapAt = Date.UTC(2026, 10, 21, 9, 14, 41)
export const fillCosts: FillCosts = {
  market: 'BTCUSD',
  file: 1,
  name: 'fills-2026-11-21.csv',
  interval: 5,
  rows: [
    fill(),
    fill({
      line: 3,
      time: '2026-11-21T09:14:40.377Z',
      at: gapAt - 623,
      side: 'sell',
      amount: '20',
      markouts: [null, null, null, '0.8'],
      sweepCost: null,
      sweepMissing: 'size',
      coverage: { live: 98_000, total: 300_000, partial: true },
      gap: { kind: 'missing', from: gapAt, to: gapAt + 202_000 }
    })
  ],
  total: {
    fills: 2,
    amount: '32.5',
    value: '2083328',
    arrivalCost: '0.43',
    vwapCost: '-0.07',
    sweepCost: '0.52',
    markouts: ['0.4', '0.9', '0.6', '0.3'],
    incomplete: 1,
    coverage: { live: 398_000, total: 600_000, partial: true }
  },
  notes: ['A sentence about gaps.', 'A sentence about the book.'],
  read: { rows: 10, milliseconds: 5 }
}

interface Answers {
  readonly sealed?: SealedRecording | null
  readonly report?: (payload: never) => unknown
  readonly connections?: readonly RecordedConnection[]
}

export async function view(at = '#/analysis/cost', answers: Answers = {}, main = new FakeMain()) {
  main.recordings = { ...main.recordings, connections: answers.connections ?? [connection()] }
  main.answers['analysis.sealed'] = () => (answers.sealed === undefined ? sealed : answers.sealed)
  main.answers['analysis.report'] = answers.report ?? (() => costReport())
  main.answers['analysis.fillCosts'] ??= () => fillCosts
  const { desk } = await show(at, main)
  return { main, desk }
}

export const table = async (name: string) =>
  within(await screen.findByRole('grid', { name: `Table: ${name}` }))
export const rowsOf = async (name: string) =>
  (await table(name)).getAllByRole('row').map((row) => row.textContent!.replaceAll('\u00a0', ' ').trim())
