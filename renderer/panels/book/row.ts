import type { Side } from '../../lib/markets'
import type { Slot } from './ladder-book'

/** Both sides with the middle between them, or one side from its best price. */
export type RowsShape = 'both' | Side

/** One row, reused for each paint. */
export interface Row {
  kind: 'level' | 'middle' | 'blank'
  /** Null for a pinned price between the sides. */
  side: Side | null
  /** The index of the level; -1 if there is none at this price. */
  level: number
  /** The last level at this price or better, for the total; -1 if there is none. */
  reach: number
  /** False if the price is beyond the levels sent. */
  known: boolean
  /** The pinned price, or null. */
  slot: Slot | null
  /** Levels without a row follow this one; the side nearest to them. */
  between: Side | null
}
