import { bookText } from '../../messages/panels/book'
import type { BookSettings } from '#shared/contract/market/panels/book'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import type { TableFigures } from '../../lib/panel-export'
import type { LadderView } from './ladder-view'
import type { Row } from './row'

const sideNames = { asks: bookText.sides.ask, bids: bookText.sides.bid } as const

/** The visible rows from top to bottom. */
export function ladderTable(view: LadderView, caption: string): TableFigures | null {
  const { book, figures, input } = view
  if (!book) return null
  const { settings } = input
  figures.begin(book, input, view.step)
  const shown = view.rows().filter(({ kind }) => kind === 'level')
  const start = shown.findIndex(({ side, level }) => side === 'asks' && level === 0)
  return {
    caption,
    columns: [
      bookText.columns.side,
      bookText.columns.price,
      bookText.columns.size,
      ...totalColumn(view),
      ...tradedColumns(settings)
    ],
    rows: shown.map((row) => [
      row.side === null ? '' : sideNames[row.side],
      figures.plainPrice(row),
      figures.plainSize(row),
      ...(settings.total === 'off' ? [] : [figures.plainTotal(row)]),
      ...(settings.traded ? tradedCells(view, row) : [])
    ]),
    ...(start >= 0 && { start })
  }
}

function totalColumn({ input, step }: LadderView): readonly string[] {
  if (input.settings.total === 'off') return []
  if (input.settings.total === 'size') return [bookText.columns.total]
  // Merged steps stand for their levels.
  return [step === null ? bookText.columns.totalCost : bookText.columns.totalCostNear]
}

const tradedColumns = ({ traded, tradedMinutes: minutes }: BookSettings): readonly string[] =>
  traded ? [bookText.columns.tradedMinutes(minutes), bookText.columns.bought, bookText.columns.sold] : []

function tradedCells({ traded, book, step, input }: LadderView, row: Row): readonly string[] {
  const volume = book && traded.of(book, row, step, input.numbers)
  if (!volume) return ['0', '0', '0']
  const { total, bought, sold } = volume.traded
  return [total, bought, sold].map((figure) => formatDecimal(canonical(figure)))
}
