import { chartText } from '../../messages/panels/chart'
import { formatDecimal } from '#shared/domain/base/decimal'
import { formatDateTime, type ClockKind } from '../../lib/format/time'
import type { TableFigures } from '../../lib/panel-export'
import { footprintCells, footprintColumns } from './footprint/texts'
import { noteOf, unknownVolume } from './legend'
import type { ChartModel } from './model'
import { comparedCells, comparedColumns } from './compare/texts'
import { liquidityCells, liquidityColumns } from './liquidity/texts'
import { studyCells, studyColumns } from './studies/texts'
import { vwapOf } from './sums'

/** Each row is an element of the page. */
const maxRows = 400

interface Sources {
  readonly caption: string
  readonly model: ChartModel
  /** The visible range; null for all. */
  readonly visible: { readonly from: number; readonly to: number } | null
  readonly clock: ClockKind
}

const figures = [
  chartText.legend.time,
  chartText.legend.open,
  chartText.legend.high,
  chartText.legend.low,
  chartText.legend.close,
  chartText.legend.volume,
  chartText.table.buys,
  chartText.table.sells,
  chartText.table.unknown,
  chartText.legend.trades,
  'VWAP',
  chartText.table.cvd
] as const

/** The visible candles, exact and oldest first; each recording gap is one row. */
export function chartTable({ caption, model, visible, clock }: Sources): TableFigures {
  const { all } = model.slots
  const columns = [
    ...figures,
    ...studyColumns(model),
    ...comparedColumns(model),
    ...liquidityColumns(model),
    ...footprintColumns(model),
    chartText.table.recorded
  ]
  const last = Math.min(all.length - 1, Math.ceil(visible?.to ?? all.length))
  const first = Math.max(0, Math.floor(visible?.from ?? 0))
  const rows: string[][] = []
  for (let index = last; index >= first && rows.length < maxRows; index -= 1) {
    const slot = all[index]!
    const time = formatDateTime(slot.start * 1000, clock)
    if (slot.candle) rows.push([time, ...cellsOf(model, index)])
    else if (slot.seen !== 'whole' && all[index - 1]?.seen !== slot.seen)
      rows.push([time, ...columns.slice(2).map(() => ''), noteOf(slot)])
  }
  rows.reverse()
  return { caption, columns, rows, start: Math.max(0, rows.length - 1) }
}

function cellsOf(model: ChartModel, index: number): string[] {
  const { slots, studies, prices } = model
  const slot = slots.all[index]!
  const candle = slot.candle!
  const sums = studies.sums[index]
  const vwap = sums && vwapOf(sums, prices.scale)
  return [
    candle.text('open'),
    candle.text('high'),
    candle.text('low'),
    candle.text('close'),
    candle.text('volume'),
    candle.text('buys'),
    candle.text('sells'),
    formatDecimal(unknownVolume(candle)),
    String(candle.trades),
    vwap ? formatDecimal(vwap) : '',
    sums ? formatDecimal(sums.delta) : '',
    ...studyCells(model, index),
    ...comparedCells(model, index),
    ...liquidityCells(model, index),
    ...footprintCells(model, index),
    noteOf(slot) || chartText.table.whole
  ]
}
