import {
  markoutTimes,
  type FillCost,
  type FillCosts,
  type FillTotals
} from '#shared/contract/recording/analysis'
import { marketUnits } from '#shared/domain/market/symbol'
import { formatDecimal, type NumberFormat } from '../../lib/format/number'
import type { Column } from '../../ui/columns'
import { analysisText } from '../../messages/analysis'
import { coverageCell, coverageFigure, coverageText, figureCell, placesFor, roundedText } from './figures'
import {
  plainNote,
  type ModelContext,
  type ReportCell,
  type ReportFigure,
  type ReportModel,
  type ReportNote,
  type ReportRow,
  type Tone
} from './report'

const text = analysisText
const places = 2

const isPositive = (value: string) => !value.startsWith('-') && /[1-9]/.test(value)
const isNegative = (value: string) => value.startsWith('-') && /[1-9]/.test(value)

/** Positive is bad for a cost, and good for a markout. */
function toneOf(value: string | null, kind: 'cost' | 'markout'): Tone | undefined {
  if (value === null) return undefined
  const [positive, negative] = kind === 'cost' ? (['bad', 'good'] as const) : (['good', 'bad'] as const)
  return isPositive(value) ? positive : isNegative(value) ? negative : undefined
}

export function fillsModel(costs: FillCosts, { settings: { numbers } }: ModelContext): ReportModel {
  const { base } = marketUnits(costs.market)
  const days = new Set(costs.rows.map(({ time }) => time.slice(0, 10)))
  /** Of all fills. */
  const [day = null] = days.size === 1 ? days : []
  const scales = {
    day,
    price: placesFor(
      costs.rows.map(({ price }) => price),
      'quote'
    ),
    arrivalMid: placesFor(
      costs.rows.map(({ arrivalMid }) => arrivalMid),
      'quote'
    ),
    numbers
  }
  return {
    id: 'fills',
    title: text.names.fills,
    about: `${text.fills.summary(costs.name, text.fills.count(costs.total.fills), costs.market)}. ${text.about.fills}`,
    figures: figuresOf(costs.total, costs.market, numbers),
    chart: null,
    columns: columnsOf(base, day),
    worth: [
      'time',
      'side',
      'size',
      'price',
      'arrivalCost',
      'coverage',
      'vwapCost',
      'markout0',
      'markout3',
      'sweepCost',
      'markout1',
      'markout2',
      'trade',
      'arrivalMid',
      'vwap'
    ],
    rows: costs.rows.map((fill) => rowOf(fill, scales)),
    total: totalRow(costs.total, numbers),
    notes: notesOf(costs),
    coverage: coverageText(costs.total.coverage, numbers)
  }
}

function columnsOf(base: string, day: string | null): readonly Column[] {
  const { columns } = text
  const figure = (name: string, title: string, min = 76): Column => ({
    name,
    title,
    min,
    share: 1,
    align: 'right'
  })
  return [
    {
      name: 'time',
      title: day === null ? columns.time : columns.timeOf(day),
      min: day === null ? 236 : 160,
      share: 1
    },
    { name: 'side', title: columns.side, min: 52, share: 0 },
    figure('size', columns.size(base), 70),
    figure('price', columns.price, 84),
    figure('arrivalMid', columns.arrivalMid, 84),
    figure('arrivalCost', columns.arrivalCost, 64),
    figure('vwap', columns.vwap, 88),
    figure('vwapCost', columns.vwapCost, 60),
    figure('sweepCost', columns.sweepCost, 72),
    ...columns.markouts.map((title, index) => figure(`markout${index}`, title, index === 0 ? 74 : 48)),
    figure('coverage', columns.coverage, 84),
    { name: 'trade', title: columns.trade, min: 152, share: 2 }
  ]
}

interface Scales {
  readonly day: string | null
  readonly price: number
  readonly arrivalMid: number
  readonly numbers: NumberFormat
}

function rowOf(fill: FillCost, { day, price, arrivalMid, numbers }: Scales): ReportRow {
  const gap = text.gap
  const cost = (value: string | null, none: string = gap) =>
    figureCell(value, places, numbers, { signed: true, tone: toneOf(value, 'cost'), none })
  const markout = (value: string | null) =>
    figureCell(value, places, numbers, { signed: true, tone: toneOf(value, 'markout'), none: gap })
  const isPartial = fill.coverage.partial
  const sweepNone = { gap, size: text.fills.noSize, log: text.fills.noLog }[fill.sweepMissing ?? 'gap']
  const vwapNone = fill.vwapMissing === 'trades' ? text.fills.noTrades : gap
  return {
    key: `${fill.line}`,
    partial: isPartial,
    slot: null,
    replay: fill.at,
    cells: {
      time: {
        text: `${shortTime(fill.time, day !== null)}${isPartial ? ` ${text.partial}` : ''}`,
        value: fill.at,
        exact: fill.time
      },
      side: {
        text: text.rowSide[fill.side],
        value: fill.side === 'buy' ? 0 : 1,
        tone: fill.side === 'buy' ? 'good' : 'bad',
        exact: fill.side
      },
      size: { text: formatDecimal(fill.amount, numbers), value: Number(fill.amount), exact: fill.amount },
      price: figureCell(fill.price, Math.max(price, digitsOf(fill.price)), numbers),
      arrivalMid: figureCell(fill.arrivalMid, arrivalMid, numbers, { none: gap }),
      arrivalCost: cost(fill.arrivalCost),
      vwap: figureCell(fill.intervalVwap, arrivalMid, numbers, { none: vwapNone }),
      vwapCost: cost(fill.vwapCost, vwapNone),
      sweepCost: cost(fill.sweepCost, sweepNone),
      ...(Object.fromEntries(
        fill.markouts.map((value, index) => [`markout${index}`, markout(value)])
      ) as Record<string, ReportCell>),
      coverage: coverageCell(fill.coverage, numbers),
      trade: tradeCell(fill)
    }
  }
}

const digitsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0

/** To the millisecond. */
const shortTime = (time: string, withoutDay: boolean) =>
  time
    .slice(withoutDay ? 11 : 0)
    .replace('T', ' ')
    .replace(/(\.\d{3})\d*/, '$1')
    .replace(/Z$/, '')

function tradeCell({ found, through }: FillCost): ReportCell {
  const { fills } = text
  if (found === null) return { text: fills.unknown, value: 3, tone: 'warning' }
  if (!found) return { text: through ? fills.through : fills.notFound, value: 2, tone: 'warning' }
  return through
    ? { text: fills.foundThrough, value: 1, tone: 'bad' }
    : { text: fills.found, value: 0, tone: 'dim' }
}

function totalRow(total: FillTotals, numbers: NumberFormat): ReportRow {
  const cost = (value: string | null) =>
    figureCell(value, places, numbers, { signed: true, tone: toneOf(value, 'cost') })
  const markouts = total.markouts.map((value, index) => [
    `markout${index}`,
    figureCell(value, places, numbers, { signed: true, tone: toneOf(value, 'markout') })
  ])
  return {
    key: 'total',
    partial: false,
    slot: null,
    replay: null,
    cells: {
      time: { text: text.fills.total, value: null },
      size: { text: formatDecimal(total.amount, numbers), value: null, exact: total.amount },
      arrivalCost: cost(total.arrivalCost),
      vwapCost: cost(total.vwapCost),
      sweepCost: cost(total.sweepCost),
      ...(Object.fromEntries(markouts) as Record<string, ReportCell>),
      coverage: coverageCell(total.coverage, numbers)
    }
  }
}

function figuresOf(total: FillTotals, market: string, numbers: NumberFormat): readonly ReportFigure[] {
  const { figures, units, columns } = text
  const { base, quote } = marketUnits(market)
  const cost = (label: string, value: string | null): ReportFigure => ({
    label,
    value: roundedText(value, places, numbers, true),
    unit: units.bp,
    tone: toneOf(value, 'cost')
  })
  const markouts = [0, markoutTimes.length - 1].map((index): ReportFigure => {
    const value = total.markouts[index] ?? null
    const title = columns.markouts[index]!
    return {
      label: index === 0 ? title : figures.markout(title),
      value: roundedText(value, places, numbers, true),
      unit: units.bp,
      tone: toneOf(value, 'markout')
    }
  })
  return [
    { label: figures.fills, value: formatDecimal(total.amount, numbers), unit: base },
    { label: figures.value, value: roundedText(total.value, 0, numbers), unit: quote },
    cost(figures.arrival, total.arrivalCost),
    cost(figures.vwap, total.vwapCost),
    cost(figures.sweep, total.sweepCost),
    ...markouts,
    coverageFigure(total.coverage, numbers)
  ]
}

/** The first sentence says how many fills are near a gap, if any are. */
function notesOf({ rows, notes }: FillCosts): readonly ReportNote[] {
  const first = rows.find(({ gap }) => gap !== null)
  return notes.map((sentence, index) =>
    index === 0 && first?.gap
      ? { sentence, warns: true, replay: Math.min(first.at, first.gap.from) }
      : plainNote(sentence)
  )
}
