import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  maxAnalysisGaps,
  type AnalysisColumn,
  type AnalysisGap,
  type AnalysisKind,
  type AnalysisMeasure,
  type AnalysisPeriod,
  type AnalysisReport,
  type AnalysisRequest,
  type AnalysisRow,
  type AnalysisSeries
} from '#shared/contract/recording/analysis'
import {
  canonical,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  parseDecimal
} from '#shared/domain/base/decimal'
import { formatTime } from '#shared/domain/base/time'
import { analysisText } from '#shared/messages/analysis'
import { depthNotionals } from '../parquet/tables'
import { readAverages } from './averages'
import { coverageOf, Grid, sumOf } from './grid'
import type { KeyframeCosts } from './keyframe-costs'
import { readMarketTime, type MarketTime } from './market-time'
import { Samples } from './samples'
import { sealedParts } from './sealed-parts'
import {
  depthMeasures,
  readDepths,
  readSecondCosts,
  readSpreads,
  type FigureReading,
  type RowSamples
} from './second-figures'
import { difference, intersection, union, type Span } from './spans'

export type WantedReport = Omit<AnalysisRequest, 'run' | 'connection'>

interface ReportOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  readonly keyframes: KeyframeCosts
}

const million = 1_000_000n
const second = 1_000_000_000n
const statistics = [
  ['low', 10],
  ['median', 50],
  ['high', 90]
] as const

const sampled = (measure: AnalysisMeasure, unit: AnalysisColumn['unit']): AnalysisColumn[] =>
  statistics.map(([statistic]) => ({ measure, statistic, unit }))
const value = (measure: AnalysisMeasure, unit: AnalysisColumn['unit']): AnalysisColumn => ({
  measure,
  statistic: 'value',
  unit
})

const columnsOf: Readonly<Record<AnalysisKind, readonly AnalysisColumn[]>> = {
  spread: [...sampled('spread', 'bp'), ...sampled('spread-price', 'quote')],
  depth: depthMeasures.flatMap((measure) => sampled(measure, 'base')),
  cost: [...sampled('buy', 'bp'), ...sampled('sell', 'bp')],
  average: [value('vwap', 'quote'), value('twap', 'quote'), value('volume', 'base')],
  coverage: (['live', 'stale', 'not-live', 'missing'] as const).map((each) => value(each, 'minutes'))
}

/** The sealed data of a market over a period, and over another one beside it. */
export async function readReport(
  log: string,
  wanted: WantedReport,
  { signal, onProgress, keyframes }: ReportOptions
): Promise<AnalysisReport> {
  const began = performance.now()
  const { report, market } = wanted
  const { kind } = report
  const periods = wanted.against ? [wanted.period, wanted.against] : [wanted.period]
  const notes: string[] = []
  const amount = kind === 'cost' ? amountInColumns(report) : null
  let rows = 0
  const series: AnalysisSeries[] = []
  let bucket: number = wanted.bucket
  for (const [index, period] of periods.entries()) {
    const byTimeOfDay = isByTimeOfDay(kind)
    const grid = new Grid({ period, days: wanted.days, bucket: wanted.bucket, byTimeOfDay })
    bucket = Math.max(bucket, grid.bucket)
    const { parts, isFirst, isLast } = await sealedParts(log, market, [period])
    const within = { from: BigInt(period.from) * million, to: BigInt(period.to) * million }
    const time = await readMarketTime(parts, within, signal)
    notes.push(...limitsOf(within, time, { isFirst, isLast }))
    const reading: FigureReading = {
      parts,
      time,
      grid,
      signal,
      onRead: (count) => (rows += count),
      onShare: (done) => onProgress((index + done) / periods.length)
    }
    const figures = await readFigures(kind, reading, {
      costs: () =>
        kind !== 'cost'
          ? Promise.resolve([])
          : amount === null
            ? keyframes.read(log, { market, size: report.size, unit: report.unit }, reading)
            : readSecondCosts(reading, amount)
    })
    series.push(seriesOf(period, reading, figures))
    onProgress((index + 1) / periods.length)
  }
  const samples = kind === 'average' ? 'trades' : kind === 'cost' && amount === null ? 'keyframes' : 'seconds'
  if (samples === 'keyframes') notes.push(analysisText.keyframes)
  return {
    kind,
    market,
    size: kind === 'cost' ? { amount: report.size, unit: report.unit } : null,
    byTimeOfDay: isByTimeOfDay(kind),
    bucket,
    samples,
    columns: columnsOf[kind],
    series: series[0]!,
    against: series[1] ?? null,
    notes: [...new Set(notes)],
    read: { rows, milliseconds: Math.round(performance.now() - began) }
  }
}

const isByTimeOfDay = (kind: AnalysisKind) => kind === 'spread' || kind === 'depth' || kind === 'cost'

/** The name of an amount that the columns of each second have; null for any other. */
function amountInColumns({ size, unit }: Extract<WantedReport['report'], { kind: 'cost' }>): string | null {
  const wanted = parseDecimal(size)
  if (!wanted || unit !== 'quote') return null
  return (
    depthNotionals.find(({ amount }) => compareDecimals(parseDecimal(amount)!, wanted) === 0)?.name ?? null
  )
}

/** Sentences: where the sealed files begin and end. */
export function limitsOf(
  { from, to }: Span,
  { begin, end }: MarketTime,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }
): string[] {
  if (begin === null || end === null) return [analysisText.nothingSealed]
  return [
    ...(isFirst && begin > from + second ? [analysisText.sealedSince(noteTime(begin))] : []),
    ...(isLast && end < to - second ? [analysisText.sealedUpTo(noteTime(end))] : [])
  ]
}

const noteTime = (time: bigint) => `${formatTime(time, 0).slice(0, 19).replace('T', ' ')} UTC`

interface Figures {
  readonly rows: readonly Pick<AnalysisRow, 'cells' | 'samples'>[]
  readonly total: Pick<AnalysisRow, 'cells' | 'samples'>
  readonly distributions: AnalysisSeries['distributions']
}

async function readFigures(
  kind: AnalysisKind,
  reading: FigureReading,
  { costs }: { readonly costs: () => Promise<RowSamples> }
): Promise<Figures> {
  switch (kind) {
    case 'spread':
      return figuresOf(await readSpreads(reading), 2, reading.signal)
    case 'depth':
      return figuresOf(await readDepths(reading), depthMeasures.length, reading.signal)
    case 'cost':
      return figuresOf(await costs(), 2, reading.signal)
    case 'average': {
      const { rows, total } = await readAverages(reading)
      const figures = [...rows, total].map(({ cells, trades }) => ({ cells, samples: trades }))
      return { rows: figures.slice(0, -1), total: figures.at(-1)!, distributions: [] }
    }
    case 'coverage':
      return minutesOf(reading)
  }
}

async function figuresOf(rows: RowSamples, count: number, signal: AbortSignal): Promise<Figures> {
  const cells: (string | null)[] = []
  const distributions: (string | null)[][] = []
  let samples = 0
  for (let figure = 0; figure < count; figure++) {
    await nextTurn()
    signal.throwIfAborted()
    const all = new Samples()
    for (const row of rows) all.addAll(row[figure]!)
    const total = cellsOf([all])
    cells.push(...total.cells)
    if (figure === 0) samples = total.samples
    distributions.push(Array.from({ length: 101 }, (_, percent) => all.percentile(percent)))
  }
  return { rows: rows.map(cellsOf), total: { cells, samples }, distributions }
}

const cellsOf = (figures: readonly Samples[]): Pick<AnalysisRow, 'cells' | 'samples'> => ({
  cells: figures.flatMap((samples) => statistics.map(([, percent]) => samples.percentile(percent))),
  samples: figures[0]?.count ?? 0
})

const minute = { units: 60_000_000_000n, scale: 0 }
const minuteDigits = 4

function minutesOf({ grid, time }: FigureReading): Figures {
  const known = [time.live, time.stale, time.notLive].map((spans) => grid.within(spans))
  const missing = grid.lengths.map((length, row) => length - sumOf(known.map((each) => each[row]!)))
  const kinds = [...known, missing]
  const figures = (lengths: readonly bigint[]) => ({
    cells: lengths.map((units) =>
      formatDecimal(canonical(divideDecimals({ units, scale: 0 }, minute, minuteDigits)))
    ),
    samples: 0
  })
  return {
    rows: grid.rows.map((_row, row) => figures(kinds.map((each) => each[row]!))),
    total: figures(kinds.map(sumOf)),
    distributions: []
  }
}

function seriesOf(period: AnalysisPeriod, { grid, time }: FigureReading, figures: Figures): AnalysisSeries {
  const live = grid.within(time.live)
  const lengths = grid.lengths
  const gaps = gapsOf(grid.pieces, time)
  return {
    period,
    total: {
      from: period.from,
      to: period.to,
      coverage: coverageOf(sumOf(live), sumOf(lengths)),
      ...figures.total
    },
    rows: grid.rows.map((row, index) => ({
      ...row,
      coverage: coverageOf(live[index]!, lengths[index]!),
      ...figures.rows[index]!
    })),
    distributions: figures.distributions,
    gaps: gaps.slice(0, maxAnalysisGaps),
    moreGaps: Math.max(0, gaps.length - maxAnalysisGaps)
  }
}

/** Of the grid, oldest first. Milliseconds are rounded outward. */
export function gapsOf(pieces: readonly Span[], { live, stale, notLive }: MarketTime): AnalysisGap[] {
  const wanted = union(pieces)
  const known = [live, stale, notLive].map((spans) => intersection(spans, wanted))
  const missing = known.reduce((rest, spans) => difference(rest, spans), wanted)
  return (
    [
      ['stale', known[1]!],
      ['not-live', known[2]!],
      ['missing', missing]
    ] as const
  )
    .flatMap(([kind, spans]) =>
      spans.map(({ from, to }) => ({
        from: Number(from / million),
        to: Number((to + million - 1n) / million),
        kind
      }))
    )
    .sort((one, other) => one.from - other.from)
}
