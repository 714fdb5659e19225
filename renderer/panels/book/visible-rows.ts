import type { Row, RowsShape } from './row'
import { PinnedRows } from './pinned-rows'
import { rankOf, type RowBook, type Slot } from './ladder-book'

const blank = (): Row => ({
  kind: 'blank',
  side: null,
  level: -1,
  reach: -1,
  known: true,
  slot: null,
  between: null
})

/** The rows of a ladder from top to bottom. */
export class VisibleRows {
  readonly rows: Row[] = []
  #pinned: PinnedRows | null = null
  /** While scrolled away from the middle, this price keeps its position. */
  #anchor: { readonly slot: Slot; readonly position: number } | null = null

  constructor(readonly shape: RowsShape) {}

  get held(): boolean {
    return this.#pinned !== null
  }

  get away(): boolean {
    return this.#anchor !== null || (this.#pinned?.scrolled ?? false)
  }

  /** The middle counts as a row. */
  fill(book: RowBook, count: number): void {
    while (this.rows.length < count) this.rows.push(blank())
    this.rows.length = count
    if (this.#pinned) this.#pinned.fill(book, this.rows)
    else this.#follow(book)
  }

  /** Pins the prices of the rows. */
  hold(book: RowBook): void {
    this.#pinned ??= new PinnedRows(this.shape, book, this.rows, this.#anchor !== null)
  }

  /** Rows follow the book again, around the middle or the scrolled price. */
  release(): void {
    if (this.#pinned?.scrolled) this.#anchor = anchorOf(this.rows)
    this.#pinned = null
  }

  /** Scrolls down by `by` rows and pins them. */
  scroll(book: RowBook, by: number): void {
    this.hold(book)
    this.#pinned?.scroll(book, by, this.rows.length)
    if (!this.#pinned?.scrolled) this.#anchor = null
  }

  recentre(): void {
    this.#pinned = null
    this.#anchor = null
  }

  /** The levels per side needed to fill it. */
  get depth(): number {
    let deepest = 0
    for (const { level, reach } of this.rows) deepest = Math.max(deepest, level + 1, reach + 1)
    return Math.max(deepest, this.rows.length)
  }

  #follow(book: RowBook): void {
    const from = this.#anchor ? this.#positionOf(book, this.#anchor) : this.#home()
    this.rows.forEach((row, index) => this.#put(row, book, from + index))
  }

  /** The top row relative to the middle, or to the best level. */
  #home(): number {
    return this.shape === 'both' ? -Math.floor((this.rows.length - 1) / 2) : 0
  }

  #positionOf(book: RowBook, { slot, position }: { readonly slot: Slot; readonly position: number }): number {
    if (this.shape !== 'both') return rankOf(book, this.shape, slot) - position
    const asks = rankOf(book, 'asks', slot)
    const bids = rankOf(book, 'bids', slot)
    const isAsk = asks > 0 || (bids === 0 && slot.side === 'asks')
    return (isAsk ? -1 - asks : 1 + bids) - position
  }

  #put(row: Row, book: RowBook, at: number): void {
    const middle = this.shape === 'both' && at === 0
    const side = this.shape !== 'both' ? this.shape : at < 0 ? 'asks' : 'bids'
    const level = this.shape !== 'both' ? at : Math.abs(at) - 1
    const there = !middle && level >= 0 && level < book.count(side)
    row.kind = middle ? 'middle' : there ? 'level' : 'blank'
    row.side = middle ? null : side
    row.level = there ? level : -1
    row.reach = row.level
    row.known = true
    row.slot = null
    row.between = null
  }
}

/** The pinned row with a price nearest to the vertical center. */
function anchorOf(rows: readonly Row[]): { readonly slot: Slot; readonly position: number } | null {
  const half = (rows.length - 1) / 2
  let best: { readonly slot: Slot; readonly position: number } | null = null
  rows.forEach(({ slot }, position) => {
    if (slot && (!best || Math.abs(position - half) < Math.abs(best.position - half)))
      best = { slot, position }
  })
  return best
}
