import type { AnalysisMeasure, AnalysisReport } from '#shared/contract/recording/analysis'
import {
  divideDecimals,
  formatDecimal as plainText,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import { formatCount, type NumberFormat } from '../../lib/format/number'
import { analysisText } from '../../messages/analysis'
import { coverageFigure, placesFor, roundedText } from './figures'
import type { ReportFigure } from './report'
import { columnIndex, mainStatistic } from './report-chart'
import { dayOf, slotRange } from './time'

const text = analysisText.figures

interface Shown {
  readonly measure: AnalysisMeasure
  readonly unit: string
  readonly numbers: NumberFormat
}

export function figuresOf(report: AnalysisReport, shown: Shown): readonly ReportFigure[] {
  const { series, against } = report
  const coverage = coverageFigure(series.total.coverage, shown.numbers)
  if (against) return beside(report, shown)
  if (report.kind === 'coverage') return [...minutes(report, shown.numbers), coverage]
  if (report.kind === 'average') return [...averages(report, shown.numbers), coverage]
  return [...percentiles(report, shown), coverage]
}

function percentiles(report: AnalysisReport, { measure, unit, numbers }: Shown): readonly ReportFigure[] {
  const { columns, series } = report
  const [low, median, high] = (['low', 'median', 'high'] as const).map((statistic) =>
    columnIndex(columns, measure, statistic)
  ) as [number, number, number]
  const total = (index: number) => series.total.cells[index] ?? null
  const places = placesFor(
    series.rows.map(({ cells }) => cells[median] ?? null),
    columns[median]?.unit ?? 'bp'
  )
  const figure = (value: string | null) => roundedText(value, places, numbers)
  const range = [total(low), total(high)]
  const known = series.rows
    .filter(({ cells }) => (cells[median] ?? null) !== null)
    .toSorted((one, other) => Number(one.cells[median]) - Number(other.cells[median]))
  const [lowest, highest] = [known[0], known.at(-1)]
  // More is worse but for depth.
  const [first, last] = report.kind === 'depth' ? (['bad', 'good'] as const) : (['good', 'bad'] as const)
  return [
    { label: text.median, value: figure(total(median)), unit },
    ...(low >= 0 && high >= 0
      ? [
          {
            label: text.range,
            value: range.includes(null) ? figure(null) : range.map(figure).join(' – '),
            unit
          }
        ]
      : []),
    ...(lowest && highest && lowest.cells[median] !== highest.cells[median]
      ? [
          {
            label: text.lowest(slotRange(report, lowest)),
            value: figure(lowest.cells[median] ?? null),
            unit,
            tone: first
          },
          {
            label: text.highest(slotRange(report, highest)),
            value: figure(highest.cells[median] ?? null),
            unit,
            tone: last
          }
        ]
      : [])
  ]
}

function averages(
  { columns, series, market }: AnalysisReport,
  numbers: NumberFormat
): readonly ReportFigure[] {
  const { base, quote } = marketUnits(market)
  const cell = (measure: AnalysisMeasure) =>
    series.total.cells[columnIndex(columns, measure, 'value')] ?? null
  const [vwap, twap, volume] = [cell('vwap'), cell('twap'), cell('volume')]
  const names = analysisText.measures
  const places = placesFor([vwap, twap], 'quote')
  return [
    { label: names.vwap, value: roundedText(vwap, places, numbers), unit: quote },
    { label: names.twap, value: roundedText(twap, places, numbers), unit: quote },
    {
      label: text.difference,
      value: roundedText(basisPoints(vwap, twap), 2, numbers, true),
      unit: analysisText.units.bp
    },
    { label: names.volume, value: roundedText(volume, placesFor([volume], 'base'), numbers), unit: base },
    { label: analysisText.columns.samples, value: formatCount(series.total.samples, numbers), unit: '' }
  ]
}

/** Of the difference to the second one. */
function basisPoints(one: string | null, other: string | null): string | null {
  const [value, base] = [one, other].map((each) => (each === null ? null : parseDecimal(each)))
  if (!value || !base || base.units === 0n) return null
  const { units, scale } = subtractDecimals(value, base)
  return plainText(divideDecimals({ units: units * 10_000n, scale }, base, 2))
}

function minutes({ columns, series }: AnalysisReport, numbers: NumberFormat): readonly ReportFigure[] {
  const figures = (['live', 'stale', 'not-live', 'missing'] as const).map((measure): ReportFigure => {
    const value = series.total.cells[columnIndex(columns, measure, 'value')] ?? null
    const isBad = measure !== 'live' && Number(value ?? 0) > 0
    return {
      label: analysisText.measures[measure],
      value: roundedText(value, 1, numbers),
      unit: analysisText.units.minutes,
      tone: isBad ? 'warning' : undefined
    }
  })
  const gaps = series.gaps.length + series.moreGaps
  return [...figures, { label: text.gaps, value: formatCount(gaps, numbers), unit: '' }]
}

/** The same figure of two days. */
function beside(report: AnalysisReport, { measure, unit, numbers }: Shown): readonly ReportFigure[] {
  const { columns, series, against } = report
  const index = columnIndex(columns, measure, mainStatistic(report))
  const values = [series, against!].map(({ total }) => total.cells[index] ?? null)
  const places = placesFor(values, columns[index]?.unit ?? 'bp')
  const covered = [series, against!].map(({ period, total }) => ({
    ...coverageFigure(total.coverage, numbers),
    label: analysisText.columns.coverageOf(dayOf(period))
  }))
  const figures = [series, against!].map(({ period }, place) => ({
    label: dayOf(period),
    value: roundedText(values[place]!, places, numbers),
    unit
  }))
  return [...figures, ...covered]
}
