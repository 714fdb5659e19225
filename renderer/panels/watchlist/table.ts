import { watchlistText } from '../../messages/panels/watchlist'
import { formatDecimal as plainText } from '#shared/domain/base/decimal'
import { statusOfWatched, unknownStatus } from '../../lib/markets'
import { noNumber } from '../../lib/format/number'
import { shownMarket } from '../shell/state'
import type { TableFigures } from '../../lib/panel-export'
import type { WatchBoard } from './board.svelte'
import { ageText, shownDecimal } from './figures'

export function tableOf(board: WatchBoard): TableFigures | null {
  if (board.watched.length === 0) return null
  const columns = board.fitted.columns.filter((column) => column !== 'trend')
  const rows = board.rows.map((row) => {
    const view = board.views.of(row.market)
    return columns.map((column) => {
      if (column === 'market') return row.market
      if (column === 'state') {
        const unseen = board.desk.replay.active ? unknownStatus : statusOfWatched(row)
        return shownMarket(view ?? unseen, board.desk).word
      }
      if (!view) return noNumber
      if (column === 'age') return ageText(view.bookAge)
      const value = shownDecimal(view, column, board.rates.of(row.market))
      return value ? plainText(value) : noNumber
    })
  })
  return {
    caption: watchlistText.title,
    mixed: true,
    columns: columns.map((column) => watchlistText.columns[column].title),
    rows
  }
}
