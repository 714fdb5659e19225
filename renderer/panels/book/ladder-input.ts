import type { BookSettings } from '#shared/contract/market/panels/book'
import type { NumberFormat } from '../../lib/format/number'
import type { MarketView } from '../../lib/markets'
import type { PriceLine } from '../../lib/state/alerts.svelte'
import type { Columns } from './columns'

export interface LadderInput {
  readonly market: string
  readonly settings: BookSettings
  readonly numbers: NumberFormat
  /** Levels are merged into steps of this; null: as they are. */
  readonly grouping: string | null
  /** The state of data that are not live, in one word. */
  readonly state: string | null
  readonly lines: readonly PriceLine[]
}

export interface LadderPorts {
  readonly view: MarketView
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** The price of the cursor in another panel. */
  readonly cursor: () => string | null
  /** Rows were filled: what is said of them beside the canvas may be old. */
  readonly filled: () => void
  readonly columns: (columns: readonly Columns[]) => void
  /** So many levels of a side are needed. */
  readonly depth: (levels: number) => void
}
