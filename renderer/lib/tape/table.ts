import { tapeText } from '../../messages/panels/trades'
import { formatDayMoment, zoneLabel } from '../format/time'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import type { Desk } from '../desk'
import type { TableFigures } from '../panel-export'
import { breakText, sideText } from './paint-tape'
import { meanPrice } from './row-text'
import type { TapeRow } from './rows'
import type { TapeState } from './tape-state.svelte'
import { valueOf } from './value'

/** The rows behind the canvas, or more of them; prices and sizes as plain decimals. */
export function tapeTable(
  tape: TapeState,
  { settings, time }: Desk,
  caption: string,
  max?: number
): TableFigures {
  const { clock } = settings.now
  const from = max === undefined ? tape.offset : 0
  const end = max === undefined ? from + Math.max(1, tape.visible) : max
  const rows = tape.model.rows(end).slice(from, end)
  return {
    caption,
    columns: [
      tapeText.columns.time(zoneLabel(rows.find((row) => row.kind === 'trade')?.at ?? time.exact, clock)),
      tapeText.columns.sideInferred,
      tape.perSecond ? tapeText.columns.vwap : tapeText.columns.price,
      tapeText.columns.size,
      tapeText.columns.prints,
      tapeText.columns.large,
      tape.quote === null ? tapeText.columns.value : tapeText.columns.valueIn(tape.quote),
      tapeText.columns.datedAhead
    ],
    rows: rows.map((row) => cellsOf(row, settings.now))
  }
}

type Formats = Desk['settings']['now']

function cellsOf(row: TapeRow, formats: Formats): readonly string[] {
  if (row.kind !== 'trade') return ['', breakText(row, formats), '', '', '', '', '', '']
  return [
    formatDayMoment(row.at, formats.clock),
    sideText(row),
    meanPrice(row),
    row.amount,
    String(row.count),
    row.large ? 'large' : '',
    formatDecimal(canonical(valueOf(row))),
    row.trade.ahead > 0 ? formatDayMoment(row.at + row.trade.ahead, formats.clock) : ''
  ]
}
