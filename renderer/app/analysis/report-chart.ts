import type {
  AnalysisColumn,
  AnalysisMeasure,
  AnalysisReport,
  AnalysisRow,
  AnalysisSeries,
  AnalysisStatistic
} from '#shared/contract/recording/analysis'
import type { ReportChart } from '#shared/contract/recording/printing'
import { formatDecimal, type NumberFormat } from '../../lib/format/number'
import { analysisText } from '../../messages/analysis'
import { axisOf, placesOf, ticksOf } from './chart'
import { dayOf, labelEvery, rowTime, slotLabel } from './time'

const text = analysisText
const maxSlots = 400
const barInks = { stale: 'warning', 'not-live': 'compare', missing: 'bad' } as const
type Ink = ReportChart['lines'][number]['ink']
const lineInks: readonly Ink[] = ['text', 'accent', 'compare']

export const columnIndex = (
  columns: readonly AnalysisColumn[],
  measure: AnalysisMeasure,
  statistic: AnalysisStatistic
) => columns.findIndex((column) => column.measure === measure && column.statistic === statistic)

/** The statistic that stands for a measure. */
export const mainStatistic = ({ kind }: AnalysisReport): AnalysisStatistic =>
  kind === 'average' || kind === 'coverage' ? 'value' : 'median'

const valuesOf = (rows: readonly AnalysisRow[], index: number): (number | null)[] =>
  rows.map(({ cells }) => {
    const text = index < 0 ? null : (cells[index] ?? null)
    return text === null ? null : Number(text)
  })

/** The rows of the other period that belong to those of the first: the same time of day, or as long after its start. */
export function rowsBeside(report: AnalysisReport, against: AnalysisSeries): readonly (AnalysisRow | null)[] {
  const offset = (series: AnalysisSeries, row: AnalysisRow) =>
    report.byTimeOfDay ? row.from : row.from - series.period.from
  const byOffset = new Map(against.rows.map((row) => [offset(against, row), row]))
  return report.series.rows.map((row) => byOffset.get(offset(report.series, row)) ?? null)
}

function labelled(axis: ReturnType<typeof axisOf>, numbers: NumberFormat) {
  const places = placesOf(axis.step)
  const ticks = ticksOf(axis).map((value) => ({
    value,
    label: formatDecimal(value.toFixed(places), numbers)
  }))
  return { from: axis.from, to: axis.to, ticks }
}

/** The axis reaches the current figure. */
export function withNow<Chart extends Pick<ReportChart, 'from' | 'to' | 'ticks' | 'now'>>(
  chart: Chart,
  now: ReportChart['now'],
  numbers: NumberFormat
): Chart {
  if (!now || (now.value >= chart.from && now.value <= chart.to)) return { ...chart, now }
  const axis = axisOf([chart.from, chart.to, now.value], { zero: false })
  return { ...chart, ...labelled(axis, numbers), now }
}

interface Drawn {
  readonly measures: readonly AnalysisMeasure[]
  readonly unit: string
  readonly numbers: NumberFormat
}

export function chartOf(report: AnalysisReport, { measures, unit, numbers }: Drawn): ReportChart | null {
  const { rows } = report.series
  const [first] = measures
  if (rows.length === 0 || rows.length > maxSlots || first === undefined) return null
  const statistic = mainStatistic(report)
  const every = labelEvery(rows.length)
  const column = (measure: AnalysisMeasure, of: AnalysisStatistic) => columnIndex(report.columns, measure, of)
  const values = (measure: AnalysisMeasure, of = statistic) => valuesOf(rows, column(measure, of))
  const isStacked = report.kind === 'coverage'
  const { against } = report
  const lines: ReportChart['lines'] = isStacked
    ? []
    : against
      ? [
          { name: dayOf(report.series.period), ink: 'text', values: values(first) },
          {
            name: dayOf(against.period),
            ink: 'compare',
            values: rowsBeside(report, against).map((row) =>
              row ? valuesOf([row], column(first, statistic))[0]! : null
            )
          }
        ]
      : measures.map((measure, index) => ({
          name: measures.length > 1 || statistic === 'value' ? text.measures[measure] : text.legend.median,
          ink: lineInks[index % lineInks.length]!,
          values: values(measure)
        }))
  const hasBand = !against && measures.length === 1 && column(first, 'low') >= 0
  const band = hasBand
    ? { name: text.legend.band, low: values(first, 'low'), high: values(first, 'high') }
    : null
  const bars: ReportChart['bars'] = isStacked
    ? (['stale', 'not-live', 'missing'] as const).map((measure) => ({
        name: text.measures[measure],
        ink: barInks[measure],
        values: values(measure)
      }))
    : []
  const sums = rows.map((_row, index) => bars.reduce((sum, bar) => sum + (bar.values[index] ?? 0), 0))
  if (isStacked && sums.every((sum) => sum === 0)) return null
  const all = [...lines.flatMap((line) => line.values), ...(band ? [...band.low, ...band.high] : [])]
  const axis = axisOf(isStacked ? sums : all, { zero: report.kind !== 'average' })
  return {
    unit,
    ...labelled(axis, numbers),
    slots: rows.map((row, index) => ({
      label: slotLabel(report, row, rows[index - every]).slice(0, 40) || rowTime(report, row),
      // The bars say it themselves.
      partial: !isStacked && row.coverage.partial
    })),
    labelEvery: every,
    band,
    lines,
    bars,
    now: null
  }
}
