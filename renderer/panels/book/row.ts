import type { Side } from '../../lib/markets'
import type { Slot } from './ladder-book'

/** Both sides with the middle between them, or one side from its best price on. */
export type RowsShape = 'both' | Side

/** One row to draw, overwritten each time. */
export interface Row {
  kind: 'level' | 'middle' | 'blank'
  /** Null: a pinned price that lies between the sides now. */
  side: Side | null
  /** Its place among the levels of its side; -1 where nothing rests at its price. */
  level: number
  /** The last level that is as good as its price or better, which its total counts up to; -1 where there is none. */
  reach: number
  /** Otherwise its price lies beyond the levels that this window was sent. */
  known: boolean
  /** The price, where it is pinned. */
  slot: Slot | null
  /** Levels without a row of their own lie between this row and the next one, nearest to the side that is named. */
  between: Side | null
}
