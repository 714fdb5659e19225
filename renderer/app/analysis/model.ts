import type {
  AnalysisColumn,
  AnalysisGap,
  AnalysisMeasure,
  AnalysisReport,
  AnalysisRow
} from '#shared/contract/recording/analysis'
import { subtractDecimals, formatDecimal as plainText, parseDecimal } from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import { formatShortDuration } from '../../lib/format/duration'
import { formatCount, formatDecimal, type NumberFormat } from '../../lib/format/number'
import { formatDateTime } from '../../lib/format/time'
import type { Column } from '../../ui/columns'
import { analysisText } from '../../messages/analysis'
import type { ChoiceFields } from './fields'
import { coverageCell, coverageText, figureCell, placesFor, type FigureUnit } from './figures'
import { fillsModel } from './fills-model'
import {
  plainNote,
  type ModelContext,
  type ReportCell,
  type ReportId,
  type ReportModel,
  type ReportNote,
  type ReportRow
} from './report'
import { chartOf, columnIndex, mainStatistic, rowsBeside } from './report-chart'
import { figuresOf } from './report-figures'
import type { RunResult } from './run.svelte'
import { dayOf, rowTime } from './time'

const text = analysisText

export const modelOf = (result: RunResult, context: ModelContext): ReportModel =>
  result.id === 'fills'
    ? fillsModel(result.costs, context)
    : reportModel(result.id, withinPeriod(result.report), context)

/** Without the times of day that the period does not have. */
function withinPeriod(report: AnalysisReport): AnalysisReport {
  const rows = report.series.rows.filter(({ coverage }) => coverage.total > 0)
  return { ...report, series: { ...report.series, rows } }
}

/** The measures that the choices leave, the one for the chart first. */
function measuresOf(
  { kind, against }: AnalysisReport,
  { side, within }: ChoiceFields
): readonly AnalysisMeasure[] {
  const one = against ? 1 : 2
  switch (kind) {
    case 'spread':
      return ['spread']
    case 'depth': {
      const both = [`ask-${within}bp`, `bid-${within}bp`] as const
      return side === 'both' ? both.slice(0, one) : [side === 'buy' ? both[0] : both[1]]
    }
    case 'cost':
      return side === 'both' ? (['buy', 'sell'] as const).slice(0, one) : [side]
    case 'average':
      return (['vwap', 'twap'] as const).slice(0, one)
    case 'coverage':
      return ['stale', 'not-live', 'missing']
  }
}

function unitText(market: string, unit: FigureUnit): string {
  const { base, quote } = marketUnits(market)
  return unit === 'base' ? base : unit === 'quote' ? quote : text.units[unit]
}

function reportModel(
  id: Exclude<ReportId, 'fills'>,
  report: AnalysisReport,
  { fields, settings: { numbers } }: ModelContext
): ReportModel {
  const measures = measuresOf(report, fields)
  const main = report.columns[columnIndex(report.columns, measures[0]!, mainStatistic(report))]
  const unit = unitText(report.market, main?.unit ?? 'bp')
  const table = report.against
    ? tableBeside(report, measures[0]!, numbers)
    : tableAlone(report, measures, numbers)
  return {
    id,
    title: text.names[id],
    about: aboutOf(id, report, fields, numbers),
    figures: figuresOf(report, { measure: measures[0]!, unit, numbers }),
    chart: chartOf(report, { measures, unit, numbers }),
    ...table,
    total: null,
    notes: [...gapNotes(report, numbers), ...report.notes.map(plainNote)],
    coverage: coverageText(report.series.total.coverage, numbers)
  }
}

function aboutOf(
  id: ReportId,
  { kind, size, market }: AnalysisReport,
  { within }: ChoiceFields,
  numbers: NumberFormat
) {
  const about =
    kind === 'depth'
      ? text.about.depth(Number(within))
      : kind === 'cost' && size
        ? text.about.cost(`${formatDecimal(size.amount, numbers)} ${unitText(market, size.unit)}`)
        : text.about[kind === 'cost' ? 'spread' : kind]
  return id === 'days' ? `${text.about.days(text.names[kind])} ${about}` : about
}

function gapNotes({ series }: AnalysisReport, numbers: NumberFormat): readonly ReportNote[] {
  const { coverage } = series.total
  const longest = series.gaps.reduce<AnalysisGap | null>(
    (most, gap) => (most && most.to - most.from >= gap.to - gap.from ? most : gap),
    null
  )
  if (!coverage.partial || !longest) return []
  const sentence = text.partialNote(
    coverageText(coverage, numbers),
    series.gaps.length + series.moreGaps,
    formatShortDuration(longest.to - longest.from, numbers),
    formatDateTime(longest.from, 'utc').slice(0, 19)
  )
  // Nothing can be replayed of what was not recorded, but of the time before it.
  return [{ sentence, warns: true, replay: longest.from }]
}

function titleOf({ measure, statistic, unit }: AnalysisColumn, market: string, many: boolean): string {
  const units = unitText(market, unit)
  const name = many || statistic === 'value' ? text.measures[measure] : ''
  return [name, text.statistics[statistic], statistic === 'low' || statistic === 'high' ? '' : units]
    .filter(Boolean)
    .join(' ')
}

const isShown = (
  { measure, statistic }: AnalysisColumn,
  kind: AnalysisReport['kind'],
  measures: readonly string[]
) =>
  kind === 'average' ||
  kind === 'coverage' ||
  measures.includes(measure) ||
  (measure === 'spread-price' && statistic === 'median')

type Table = Pick<ReportModel, 'columns' | 'worth' | 'rows'>
const right = 'right' as const
const timeColumn: Column = { name: 'time', title: text.columns.time, min: 116, share: 1 }
const coverageColumn: Column = {
  name: 'coverage',
  title: text.columns.coverage,
  min: 112,
  share: 1,
  align: right
}

function tableAlone(report: AnalysisReport, measures: readonly string[], numbers: NumberFormat): Table {
  const { columns, series } = report
  const shown = columns.flatMap((column, index) =>
    isShown(column, report.kind, measures)
      ? [
          {
            index,
            name: String(index),
            title: titleOf(column, report.market, measures.length > 1),
            places: placesFor(
              series.rows.map(({ cells }) => cells[index] ?? null),
              column.unit
            ),
            isMain: column.statistic === mainStatistic(report)
          }
        ]
      : []
  )
  const rows = series.rows.map((row, slot): ReportRow => {
    const figures = shown.map(({ index, name, places }) => [
      name,
      figureCell(row.cells[index] ?? null, places, numbers)
    ])
    return {
      ...rowBase(report, row, slot),
      cells: {
        ...timeCell(report, row),
        ...(Object.fromEntries(figures) as Record<string, ReportCell>),
        samples: { text: formatCount(row.samples, numbers), value: row.samples, tone: 'dim' },
        coverage: coverageCell(row.coverage, numbers)
      }
    }
  })
  // Time is measured, not sampled.
  const hasSamples = report.kind !== 'coverage'
  const names = shown.map(({ name }) => name)
  const mains = shown.filter(({ isMain }) => isMain).map(({ name }) => name)
  return {
    columns: [
      timeColumn,
      ...shown.map(({ name, title }): Column => ({
        name,
        title,
        min: report.byTimeOfDay ? 78 : 104,
        share: 1,
        align: right
      })),
      ...(hasSamples
        ? [{ name: 'samples', title: text.columns.samples, min: 72, share: 1, align: right }]
        : []),
      coverageColumn
    ],
    worth: [
      'time',
      // The rest of the time was live.
      ...(report.kind === 'coverage' ? ['coverage', ...names.slice(1).toReversed()] : []),
      ...mains.slice(0, 1),
      'coverage',
      ...mains,
      ...names,
      'samples'
    ].filter((name, index, all) => all.indexOf(name) === index),
    rows
  }
}

/** One day beside another. */
function tableBeside(report: AnalysisReport, measure: AnalysisMeasure, numbers: NumberFormat): Table {
  const { columns, series, against } = report
  const index = columnIndex(columns, measure, mainStatistic(report))
  const unit = columns[index]?.unit ?? 'bp'
  const others = rowsBeside(report, against!)
  const textsOf = (rows: readonly (AnalysisRow | null)[]) => rows.map((row) => row?.cells[index] ?? null)
  const [ones, twos] = [textsOf(series.rows), textsOf(others)]
  const places = placesFor([...ones, ...twos], unit)
  const differences = ones.map((one, place) => difference(one, twos[place] ?? null))
  const rows = series.rows.map((row, slot): ReportRow => {
    const other = others[slot] ?? null
    const isPartial = row.coverage.partial || (other?.coverage.partial ?? true)
    return {
      ...rowBase(report, row, slot),
      partial: isPartial,
      cells: {
        ...timeCell(report, row, isPartial),
        one: figureCell(ones[slot]!, places, numbers),
        two: figureCell(twos[slot]!, places, numbers),
        difference: figureCell(differences[slot]!, places, numbers, { signed: true }),
        coverage: coverageCell(row.coverage, numbers),
        coverageTwo: other
          ? coverageCell(other.coverage, numbers)
          : { text: text.gap, value: 0, tone: 'warning' }
      }
    }
  })
  const units = unitText(report.market, unit)
  const [day, otherDay] = [dayOf(series.period), dayOf(against!.period)]
  const column = (name: string, title: string, min: number): Column => ({
    name,
    title,
    min,
    share: 1,
    align: right
  })
  return {
    columns: [
      { ...timeColumn, min: 104 },
      column('one', `${day.slice(5)} ${units}`, 78),
      column('two', `${otherDay.slice(5)} ${units}`, 78),
      column('difference', text.columns.difference, 80),
      column('coverage', text.columns.coverageOf(day.slice(5)), 104),
      column('coverageTwo', text.columns.coverageOf(otherDay.slice(5)), 104)
    ],
    worth: ['time', 'one', 'two', 'difference', 'coverage', 'coverageTwo'],
    rows
  }
}

function difference(one: string | null, two: string | null): string | null {
  const [left, other] = [one, two].map((each) => (each === null ? null : parseDecimal(each)))
  return left && other ? plainText(subtractDecimals(left, other)) : null
}

const rowBase = (report: AnalysisReport, row: AnalysisRow, slot: number) => ({
  key: String(row.from),
  partial: row.coverage.partial,
  slot,
  replay: report.byTimeOfDay || row.coverage.live === 0 ? null : row.from
})

const timeCell = (report: AnalysisReport, row: AnalysisRow, isPartial = row.coverage.partial) => {
  const time = rowTime(report, row)
  return {
    time: { text: isPartial ? `${time} ${text.partial}` : time, value: row.from, exact: time }
  }
}
