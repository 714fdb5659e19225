import type { Bin } from './bin'

/** A column with the sums behind its means, so that several add up exactly. */
export interface ColumnSums {
  /** Seconds since the epoch. */
  readonly start: number
  /** As a price. */
  readonly bin: number
  readonly first: number
  /** Observed milliseconds. */
  readonly seen: number
  /** At the last sample; null without one. */
  readonly bid: number | null
  readonly ask: number | null
  /** Of each bin: size times milliseconds. */
  readonly sums: readonly number[]
  /** Of each bin: observed milliseconds. */
  readonly times: readonly number[]
  /** Milliseconds and sums of the book's figures; null in older recordings. */
  readonly figures: readonly number[] | null
}

/** Null stands for what is not known yet. */
export interface SavedBins {
  readonly fine: Pick<Bin, 'digit' | 'exponent'> | null
  readonly near: Pick<Bin, 'digit' | 'exponent'> | null
  readonly step: number | null
  readonly spread: number | null
  readonly reach: number | null
  readonly looks: number
  readonly mid: number | null
}

/** The state that the next columns depend on, besides the finished ones. */
export interface SavedHeat {
  readonly bins: SavedBins
  readonly looked: number | null
  readonly from: number | null
  readonly covered: number | null
  /** The current minute and five minutes. */
  readonly minute: ColumnSums | null
  readonly fiveMinutes: ColumnSums | null
}

export const finiteOr = (value: number): number | null => (Number.isFinite(value) ? value : null)
