import type { BookSettings } from '#shared/contract/market/panels/book'
import { canonical, formatDecimal } from '#shared/domain/base/decimal'
import type { TableFigures } from '../../lib/panel-export'
import type { LadderView } from './ladder-view'
import type { Row } from './strip-row'

const sideNames = { asks: 'Ask', bids: 'Bid' } as const

/** The rows as they stand, from top to bottom, for reading and for taking away. */
export function ladderTable(view: LadderView, caption: string): TableFigures | null {
  const { book, figures, input } = view
  if (!book) return null
  const { settings } = input
  figures.begin(book, input, view.step)
  const shown = view.rows().filter(({ kind }) => kind === 'level')
  const start = shown.findIndex(({ side, level }) => side === 'asks' && level === 0)
  return {
    caption,
    columns: ['Side', 'Price', 'Size', ...totalColumn(view), ...tradedColumns(settings)],
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
  if (input.settings.total === 'size') return ['Total']
  // The prices of steps stand for those of the levels in them.
  return [step === null ? 'Total cost' : 'Total cost (near)']
}

const tradedColumns = ({ traded, tradedMinutes: minutes }: BookSettings): readonly string[] =>
  traded ? [`Traded in ${minutes} min`, 'Bought (inferred)', 'Sold (inferred)'] : []

function tradedCells({ traded, book, step, input }: LadderView, row: Row): readonly string[] {
  const volume = book && traded.of(book, row, step, input.numbers)
  if (!volume) return ['0', '0', '0']
  const { total, bought, sold } = volume.traded
  return [total, bought, sold].map((figure) => formatDecimal(canonical(figure)))
}
