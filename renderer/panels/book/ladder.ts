import type { Side } from '../../lib/markets'
import type { LadderBook } from './ladder-book'
import { VisibleRows } from './visible-rows'
import type { Row } from './row'

export const rowHeight = 19
export const middleHeight = 28
/** In a wider lane, rows are hard to follow. */
const maxLane = 560

/** One column of rows, with both sides or one. */
export interface Lane {
  readonly visible: VisibleRows
  /** Prices at its right edge. */
  readonly mirrored: boolean
  left: number
  width: number
}

export interface RowPosition {
  readonly lane: number
  readonly index: number
}

/** A mark in a price's row, or on the edge below a row. */
export interface PriceMark {
  readonly position: RowPosition
  readonly below: boolean
}

/** Maps levels to rows. */
export class Ladder {
  lanes: readonly Lane[] = [lane('both')]
  width = 0
  height = 0
  /** Rows per lane, including the middle if both sides share a lane. */
  count = 0
  #top = 0
  #held = false

  /** `beside`: side by side instead of stacked. */
  shape(beside: boolean): void {
    if (beside === this.beside) return
    this.lanes = beside ? [lane('bids', true), lane('asks')] : [lane('both')]
    this.#held = false
    this.resize(this.width, this.height)
  }

  get beside(): boolean {
    return this.lanes.length > 1
  }

  resize(width: number, height: number): void {
    this.width = width
    this.height = height
    const rows = Math.max(0, Math.floor((height - middleHeight) / rowHeight))
    this.count = this.beside ? rows : rows + 1
    this.#top = this.beside ? middleHeight : Math.floor((height - middleHeight - rows * rowHeight) / 2)
    const [first, second] = this.lanes
    if (!first) return
    const half = Math.floor(width / 2)
    first.width = Math.min(second ? half : width, maxLane)
    first.left = second ? half - first.width : Math.floor((width - first.width) / 2)
    if (!second) return
    // A line separates the lanes.
    second.left = half + 1
    second.width = Math.min(width - second.left, maxLane)
  }

  /** The left edge of the lanes. */
  get left(): number {
    return this.lanes[0]!.left
  }

  get right(): number {
    const { left, width } = this.lanes.at(-1)!
    return left + width
  }

  fill(book: LadderBook): void {
    for (const { visible } of this.lanes) visible.fill(book, this.count)
  }

  get held(): boolean {
    return this.#held
  }

  get away(): boolean {
    return this.lanes.some(({ visible }) => visible.away)
  }

  /** Prices keep their positions while held. */
  hold(book: LadderBook): void {
    this.#held = true
    for (const { visible } of this.lanes) visible.hold(book)
  }

  release(): void {
    this.#held = false
    for (const { visible } of this.lanes) visible.release()
  }

  scroll(book: LadderBook, by: number): void {
    for (const { visible } of this.lanes) visible.scroll(book, by)
    if (!this.#held) for (const { visible } of this.lanes) visible.release()
  }

  /** Returns to the middle; held rows are pinned there. */
  recentre(book: LadderBook | null): void {
    for (const { visible } of this.lanes) visible.recentre()
    if (!book) return
    this.fill(book)
    if (this.#held) this.hold(book)
  }

  /** The levels needed per side. */
  get depth(): number {
    return Math.max(...this.lanes.map(({ visible }) => visible.depth))
  }

  /** Null if scrolled out of view. */
  get middleTop(): number | null {
    if (this.beside) return 0
    const index = middleOf(this.lanes[0]!.visible.rows)
    return index < 0 ? null : this.#top + index * rowHeight
  }

  topOf(lane: Lane, index: number): number {
    const middle = this.beside ? -1 : middleOf(lane.visible.rows)
    return this.#top + index * rowHeight + (middle >= 0 && index > middle ? middleHeight - rowHeight : 0)
  }

  rowAt(x: number, y: number): RowPosition | null {
    // The space beside a lane belongs to its row.
    const at = Math.max(
      0,
      this.lanes.findLastIndex(({ left }) => x >= left)
    )
    const lane = this.lanes[at]!
    let index = Math.floor((y - this.#top) / rowHeight)
    const middle = this.beside ? -1 : middleOf(lane.visible.rows)
    if (middle >= 0 && index >= middle) {
      const below = y - this.topOf(lane, middle) - middleHeight
      index = below < 0 ? middle : middle + 1 + Math.floor(below / rowHeight)
    }
    return index >= 0 && index < this.count ? { lane: at, index } : null
  }

  row({ lane: at, index }: RowPosition): Row | null {
    return this.lanes[at]?.visible.rows[index] ?? null
  }

  /** The nearest row that is not better than the price. */
  positionOf(book: LadderBook, price: number): RowPosition | null {
    for (const [at, { visible }] of this.lanes.entries()) {
      const index = nearest(book, visible.rows, price)
      if (index !== null) return { lane: at, index }
    }
    return null
  }

  /** The row of a price, or the edge between rows; `step` is the merging step, 0 for none. */
  markOf(book: LadderBook, price: number, step: number): PriceMark | null {
    const position = this.positionOf(book, price)
    const row = position && this.row(position)
    const distance = row ? Math.abs(priceOf(book, row) - price) : Infinity
    // Allows for rounding: a whole step is never less than one.
    if (position && (distance === 0 || distance < step * 0.999_999)) return { position, below: false }
    for (const [at, { visible }] of this.lanes.entries()) {
      const index = edgeAt(book, visible.rows, price)
      if (index !== null) return { position: { lane: at, index }, below: true }
    }
    return null
  }

  /** The best visible level. */
  best(side: Side): RowPosition | null {
    for (const [at, { visible }] of this.lanes.entries()) {
      let best = -1
      visible.rows.forEach((row, index) => {
        if (row.side === side && row.level >= 0 && (best < 0 || row.level < visible.rows[best]!.level))
          best = index
      })
      if (best >= 0) return { lane: at, index: best }
    }
    return null
  }
}

const lane = (shape: 'both' | Side, isMirrored = false): Lane => ({
  visible: new VisibleRows(shape),
  mirrored: isMirrored,
  left: 0,
  width: 0
})

const middleOf = (rows: readonly Row[]) => rows.findIndex(({ kind }) => kind === 'middle')

export const priceOf = (book: LadderBook, { slot, side, level }: Row): number =>
  slot ? slot.value : side !== null && level >= 0 ? book.value(side, level) : NaN

function nearest(book: LadderBook, rows: readonly Row[], price: number): number | null {
  let found: number | null = null
  let best = Infinity
  rows.forEach((row, index) => {
    const distance = row.side === 'asks' ? priceOf(book, row) - price : price - priceOf(book, row)
    if (row.kind !== 'level' || !(distance >= 0) || distance >= best) return
    // The price is beyond the last row.
    if (distance > 0 && !isCovered(book, row, price)) return
    found = index
    best = distance
  })
  return found
}

/** The row above the price; null if out of view. */
function edgeAt(book: LadderBook, rows: readonly Row[], price: number): number | null {
  let before = -1
  let last = NaN
  for (const [index, row] of rows.entries()) {
    if (row.kind !== 'level') continue
    const here = priceOf(book, row)
    if ((last > price && price > here) || (last < price && price < here)) return before
    before = index
    last = here
  }
  return null
}

/** Whether a price without a row lies between this row and a better level. */
function isCovered(book: LadderBook, { side, reach }: Row, price: number): boolean {
  if (side === null || reach < 0) return false
  const best = book.levels.bestPrice(side)
  // The first merged row starts with the best price.
  const better = reach > 0 ? book.value(side, reach - 1) : best && Number(best.units) / 10 ** best.scale
  if (better === null) return false
  if (reach === 0 && price === better) return true
  return side === 'asks' ? price > better : price < better
}
