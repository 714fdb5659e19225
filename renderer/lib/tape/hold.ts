import type { TapeTrade } from '../markets'
import type { RowSource, TapeRow } from './rows'

export interface Held {
  readonly source: RowSource
  /** The highest number when it began, and the number of trades received. */
  readonly last: number
  readonly received: number
}

export interface Waiting {
  /** Prints, not rows, that pass the filter. */
  readonly count: number
  /** There were more, no longer kept. */
  readonly more: boolean
}

/** `rows` are those without the hold, with the later ones as fresh. */
export function waitingSince(
  held: Held,
  rows: readonly TapeRow[],
  trades: readonly TapeTrade[],
  received: number
): Waiting {
  let count = 0
  for (const row of rows) if (row.kind === 'trade') count += row.fresh
  let kept = 0
  for (const { number } of trades) if (number > held.last) kept += 1
  return { count, more: received - held.received > kept }
}
