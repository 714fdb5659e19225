import type { BookSettings } from '#shared/contract/market/panels/book'
import type { NumberFormat } from '../../lib/format/number'
import type { MarketView } from '../../lib/markets'
import type { PriceLine } from '../../lib/state/alerts.svelte'
import type { Columns } from './columns'

export interface LadderInput {
  readonly market: string
  readonly settings: BookSettings
  readonly numbers: NumberFormat
  /** The merging step, or null. */
  readonly grouping: string | null
  /** One word, unless live. */
  readonly state: string | null
  /** Without a book, whether one may still arrive. */
  readonly mayArrive: boolean
  readonly lines: readonly PriceLine[]
}

export interface LadderPorts {
  readonly view: MarketView
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** The price of the shared crosshair. */
  readonly cursor: () => string | null
  /** Text outside the canvas must be updated. */
  readonly filled: () => void
  readonly columns: (columns: readonly Columns[]) => void
  /** The levels needed per side. */
  readonly depth: (levels: number) => void
}
