import { maxLevels } from '#shared/contract/market/markets'
import type { BookLevels, Side } from '../../lib/markets'

export interface LevelsWanted {
  readonly levels: number
  /** The merging step as a decimal; null for single levels. */
  readonly grouping: string | null
}

export const firstWanted: LevelsWanted = { levels: 200, grouping: null }

/** The nearest single levels. */
export const nearestWanted: LevelsWanted = { levels: maxLevels, grouping: null }

const sides: readonly Side[] = ['bids', 'asks']
/** Levels are requested in multiples of this, to avoid resubscribing. */
const lot = 50
/** The maximum number of merged rows within the span; the rest is for its edges. */
const maxRows = 400
/** Below this a finer step still fits, because steps differ by at most 2.5. */
const fewRows = 150

/** The next coarser step of 1, 2 or 5 times a power of ten. */
export function stepAbove(wanted: number): string {
  let power = Math.floor(Math.log10(wanted))
  let digit = [1, 2, 5].find((one) => one * 10 ** power >= wanted * (1 - 1e-9))
  if (digit === undefined) {
    digit = 1
    power += 1
  }
  return power >= 0 ? `${digit}${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}${digit}`
}

/** Whether the levels sent reach the edge. */
export function reaches(
  book: BookLevels,
  side: Side,
  { levels, grouping }: LevelsWanted,
  edge: Edge
): boolean {
  const count = book.count(side)
  const whole = grouping === null ? count >= book.all(side) : count < levels
  if (whole || count === 0) return true
  const far = book.price(side, count - 1)
  return side === 'bids' ? far <= edge.low : far >= edge.high
}

/** In price units; Infinity for all levels. */
export interface Edge {
  readonly middle: number
  readonly low: number
  readonly high: number
}

/** Returns the same object if nothing has to change. */
export function nextWanted(book: BookLevels, wanted: LevelsWanted, edge: Edge): LevelsWanted {
  const short = sides.filter((side) => !reaches(book, side, wanted, edge))
  if (short.length > 0) return more(book, wanted, edge, short)
  const rows = Math.max(...sides.map((side) => rowsWithin(book, side, edge)))
  return wanted.grouping === null ? fewer(wanted, rows) : finer(book, wanted, wanted.grouping, rows)
}

function more(book: BookLevels, wanted: LevelsWanted, edge: Edge, short: readonly Side[]): LevelsWanted {
  const reached = Math.min(
    ...short.map((side) => Math.abs(book.price(side, book.count(side) - 1) - edge.middle))
  )
  const distance = Math.max(edge.high - edge.middle, edge.middle - edge.low)
  if (wanted.levels < maxLevels) {
    const factor = Number.isFinite(distance) && reached > 0 ? Math.min(10, (distance / reached) * 1.3) : 2
    return { ...wanted, levels: lots(wanted.levels * Math.max(1.5, factor)) }
  }
  // If the end is unknown, doubles the reach.
  const target = Number.isFinite(distance) ? distance * 1.1 : Math.max(reached, 1) * 2
  const min = wanted.grouping === null ? 2 : Number(wanted.grouping) * 10 ** book.news.priceScale * 1.5
  const step = stepAbove(Math.max(target / maxRows, min) / 10 ** book.news.priceScale)
  return { levels: maxLevels, grouping: step }
}

function fewer(wanted: LevelsWanted, rows: number): LevelsWanted {
  const levels = lots(rows * 1.5 + lot)
  return levels <= wanted.levels / 2 ? { ...wanted, levels } : wanted
}

function finer(book: BookLevels, wanted: LevelsWanted, grouping: string, rows: number): LevelsWanted {
  if (Math.max(book.all('bids'), book.all('asks')) <= maxLevels - lot) return { ...wanted, grouping: null }
  if (rows >= fewRows) return wanted
  const tick = 10 ** -book.news.priceScale
  const step = Number(grouping) / 2.6
  return { ...wanted, grouping: step <= tick ? null : stepAbove(step) }
}

const lots = (levels: number) => Math.min(maxLevels, Math.max(lot, Math.ceil(levels / lot) * lot))

export function rowsWithin(book: BookLevels, side: Side, { low, high }: Edge): number {
  let from = 0
  let to = book.count(side)
  while (from < to) {
    const middle = (from + to) >> 1
    const price = book.price(side, middle)
    if (side === 'bids' ? price >= low : price <= high) from = middle + 1
    else to = middle
  }
  return from
}
