import { tapeText } from '../../messages/panels/trades'
import { printsText } from '../../messages/panels/prints'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import type { NumberFormat } from '../../lib/format/number'
import { formatDayMoment, zoneLabel, type ClockKind } from '../../lib/format/time'
import type { TableFigures } from '../../lib/panel-export'
import { sideText } from '../../lib/tape/paint-tape'
import { valueOf } from '../../lib/tape/value'
import { gapText, marketsOf } from './gap-text'
import type { PrintsEntry } from './print-log'

interface Formats {
  readonly clock: ClockKind
  readonly numbers: NumberFormat
}

export function printsTable(caption: string, all: readonly PrintsEntry[], formats: Formats): TableFigures {
  const { columns } = tapeText
  const { clock } = formats
  const first = all.find((entry) => entry.kind === 'print')
  return {
    caption,
    mixed: true,
    columns: [
      columns.time(zoneLabel(first?.row.at ?? 0, clock)),
      printsText.market,
      columns.sideInferred,
      columns.price,
      columns.size,
      columns.value,
      printsText.currency,
      columns.prints
    ],
    rows: all.map((entry) => cellsOf(entry, formats))
  }
}

function cellsOf(entry: PrintsEntry, formats: Formats): readonly string[] {
  if (entry.kind !== 'print')
    return [
      formatDayMoment(entry.from, formats.clock),
      marketsOf(entry),
      gapText(entry, formats),
      '',
      '',
      '',
      '',
      ''
    ]
  const { market, row } = entry
  return [
    formatDayMoment(row.at, formats.clock),
    market,
    sideText(row),
    row.trade.price,
    row.amount,
    formatDecimal(canonical(valueOf(row))),
    currencyOf(market) ?? '',
    String(row.count)
  ]
}

/** Of values; null if unknown. */
export function currencyOf(market: string): string | null {
  const { quote } = marketUnits(market)
  return quote === 'quote' ? null : quote
}
