import { tapeText } from '../../messages/panels/trades'
import { printsText } from '../../messages/panels/prints'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import { formatDayMoment, zoneLabel, type ClockKind } from '../../lib/format/time'
import type { TableFigures } from '../../lib/panel-export'
import { sideText } from '../../lib/tape/paint-tape'
import { valueOf } from '../../lib/tape/value'
import type { LargePrint } from './print-log'

export function printsTable(caption: string, prints: readonly LargePrint[], clock: ClockKind): TableFigures {
  const { columns } = tapeText
  return {
    caption,
    mixed: true,
    columns: [
      columns.time(zoneLabel(prints[0]?.row.at ?? 0, clock)),
      printsText.market,
      columns.sideInferred,
      columns.price,
      columns.size,
      columns.value,
      printsText.currency,
      columns.prints
    ],
    rows: prints.map(({ market, row }) => [
      formatDayMoment(row.at, clock),
      market,
      sideText(row),
      row.trade.price,
      row.amount,
      formatDecimal(canonical(valueOf(row))),
      currencyOf(market) ?? '',
      String(row.count)
    ])
  }
}

/** Of values; null if unknown. */
export function currencyOf(market: string): string | null {
  const { quote } = marketUnits(market)
  return quote === 'quote' ? null : quote
}
