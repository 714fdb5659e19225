import {
  markoutTimes,
  type AnalysisColumn,
  type AnalysisCoverage,
  type AnalysisReport,
  type AnalysisRow,
  type AnalysisSeries,
  type FillCost,
  type FillCosts
} from '#shared/contract/recording/analysis'
import { csvLine } from '#shared/domain/base/csv'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { formatTime } from '#shared/domain/base/time'
import { analysisText } from '#shared/messages/analysis'

const { csv } = analysisText
const million = 1_000_000n
const minutesInHour = 60

/** A line for each row; of two periods, one after the other. Notes are at the end. */
export function reportCsv(report: AnalysisReport): string {
  const all = report.against ? [report.series, report.against] : [report.series]
  return linesOf([
    [
      csv.periodFrom,
      csv.periodTo,
      csv.from,
      csv.to,
      ...report.columns.map(titleOf),
      csv.samples,
      csv.coverage,
      csv.partial
    ],
    ...all.flatMap((series) => rowsOf(report, series)),
    ...report.notes.map((note) => [note])
  ])
}

function rowsOf({ byTimeOfDay }: AnalysisReport, { period, rows, total }: AnalysisSeries): string[][] {
  const shownPeriod = [timeOf(period.from), timeOf(period.to)]
  const line = (from: string, to: string, { cells, samples, coverage }: AnalysisRow) => [
    ...shownPeriod,
    from,
    to,
    ...cells.map((cell) => cell ?? ''),
    String(samples),
    ...coverageCells(coverage)
  ]
  const shown = byTimeOfDay ? minuteOf : timeOf
  return [...rows.map((row) => line(shown(row.from), shown(row.to), row)), line(csv.total, '', total)]
}

const titleOf = ({ measure, statistic, unit }: AnalysisColumn) =>
  csv.column(csv.measures[measure], csv.statistics[statistic], csv.units[unit])

/** A line for each fill, and one of totals. */
export function fillsCsv({ rows, total, notes }: FillCosts): string {
  return linesOf([
    [
      ...csv.fills,
      ...markoutTimes.map((each) => csv.markout(each / 1000)),
      csv.through,
      csv.found,
      csv.coverage,
      csv.partial
    ],
    ...rows.map(fillCells),
    [
      csv.total,
      '',
      '',
      '',
      total.amount,
      '',
      '',
      total.arrivalCost ?? '',
      '',
      total.vwapCost ?? '',
      total.sweepCost ?? '',
      ...total.markouts.map((each) => each ?? ''),
      '',
      '',
      ...coverageCells(total.coverage)
    ],
    ...notes.map((note) => [note])
  ])
}

const fillCells = (fill: FillCost): string[] => [
  String(fill.line),
  fill.time,
  csv.sides[fill.side],
  fill.price,
  fill.amount,
  fill.order ?? '',
  fill.arrivalMid ?? csv.gap,
  fill.arrivalCost ?? csv.gap,
  fill.intervalVwap ?? csv.missing[fill.vwapMissing ?? 'gap'],
  fill.vwapCost ?? csv.missing[fill.vwapMissing ?? 'gap'],
  fill.sweepCost ?? csv.missing[fill.sweepMissing ?? 'gap'],
  ...fill.markouts.map((each) => each ?? csv.gap),
  answerOf(fill.through),
  answerOf(fill.found),
  ...coverageCells(fill.coverage)
]

const answerOf = (value: boolean | null) => (value === null ? csv.gap : value ? csv.yes : csv.no)

const linesOf = (lines: readonly (readonly string[])[]) => lines.map(csvLine).join('')

const timeOf = (milliseconds: number) => formatTime(BigInt(milliseconds) * million, 3)

function minuteOf(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, '0')
  return `${digits(Math.floor(minute / minutesInHour))}:${digits(minute % minutesInHour)}`
}

/** In percent, rounded down, so that only all of it is 100. */
function coverageCells({ live, total, partial }: AnalysisCoverage): string[] {
  const share: Decimal = { units: total > 0 ? (BigInt(live) * 10_000n) / BigInt(total) : 0n, scale: 2 }
  return [formatDecimal(share), partial ? csv.partial : '']
}
