import { maxLevels } from '#shared/contract/market/markets'
import type { BookLevels, Side } from '../../lib/markets'

export interface LevelsWanted {
  readonly levels: number
  /** The step in which levels are merged, as a decimal; null where each is its own. */
  readonly grouping: string | null
}

export const firstWanted: LevelsWanted = { levels: 200, grouping: null }

/** The nearest levels, each its own. */
export const nearestWanted: LevelsWanted = { levels: maxLevels, grouping: null }

const sides: readonly Side[] = ['bids', 'asks']
/** Levels are asked for in such lots, so that a few more need no new subscription. */
const lot = 50
/** So many rows of a grouping lie within the span at most: the rest of what can be sent is for its edges. */
const maxRows = 400
/** With fewer rows within the span a finer grouping still fits, since steps go by factors of 2.5 at most. */
const fewRows = 150

/** The next coarser step of 1, 2 and 5 times powers of ten, as a decimal. */
export function stepAbove(wanted: number): string {
  let power = Math.floor(Math.log10(wanted))
  let digit = [1, 2, 5].find((one) => one * 10 ** power >= wanted * (1 - 1e-9))
  if (digit === undefined) {
    digit = 1
    power += 1
  }
  return power >= 0 ? `${digit}${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}${digit}`
}

/** Whether what was sent of a side shows all of it up to the edge; `edge` is a distance from the middle. */
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

/** In units of the book's prices; infinite where all levels are wanted. */
export interface Edge {
  readonly middle: number
  readonly low: number
  readonly high: number
}

/** The next subscription, given the levels that came for the current one; the same object if nothing has to change. */
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
  // Where the end is not known, twice as far as this reached is tried.
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

/** How many rows of a side lie within the edge. */
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
