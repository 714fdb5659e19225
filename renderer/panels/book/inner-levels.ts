import type { Side } from '../../lib/markets'
import { levelsBetween } from './pinned-rows'
import { isAt, rankOf, type RowBook, type Slot } from './ladder-book'
import type { Ladder } from './ladder'
import type { Row } from './row'

interface InnerRow {
  readonly side: Side
  readonly row: Row
}

/** New best levels between pinned rows, which have no row of their own. */
export function innerLevels(ladder: Pick<Ladder, 'beside' | 'lanes'>, book: RowBook): readonly InnerRow[] {
  if (ladder.beside)
    return ladder.lanes.flatMap(({ visible }) => {
      const first = visible.rows.find(({ slot }) => slot !== null)?.slot
      const isTop =
        first && !visible.away && visible.shape !== 'both' && rankOf(book, visible.shape, first) > 0
      return isTop ? [inner(visible.shape as Side, 0)] : []
    })
  const { rows } = ladder.lanes[0]!.visible
  const middle = rows.findIndex(({ kind }) => kind === 'middle')
  const above = rows[middle - 1]?.slot
  const below = rows[middle + 1]?.slot
  if (middle < 0 || !above || !below) return []
  return (['asks', 'bids'] as const).flatMap((side) => {
    if (levelsBetween(book, side, above, below) === 0) return []
    return [inner(side, firstBeyond(book, side, side === 'asks' ? below : above))]
  })
}

/** The best level worse than the price. */
function firstBeyond(book: RowBook, side: Side, slot: Slot): number {
  const rank = rankOf(book, side, slot)
  return rank + (isAt(book, side, rank, slot) ? 1 : 0)
}

const inner = (side: Side, level: number): InnerRow => ({
  side,
  row: { kind: 'level', side, level, reach: level, known: true, slot: null, between: null }
})
