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

/** Rows of a ladder from top to bottom: where the book moves, which of its levels stand where. */
export class VisibleRows {
  readonly rows: Row[] = []
  #pinned: PinnedRows | null = null
  /** Away from the middle: this price stays at this place. */
  #anchor: { readonly slot: Slot; readonly position: number } | null = null

  constructor(readonly shape: RowsShape) {}

  get held(): boolean {
    return this.#pinned !== null
  }

  get away(): boolean {
    return this.#anchor !== null || (this.#pinned?.scrolled ?? false)
  }

  /** So many rows are drawn; the middle counts as one. */
  fill(book: RowBook, count: number): void {
    while (this.rows.length < count) this.rows.push(blank())
    this.rows.length = count
    if (this.#pinned) this.#pinned.fill(book, this.rows)
    else this.#follow(book)
  }

  /** From here on each row keeps its price. */
  hold(book: RowBook): void {
    this.#pinned ??= new PinnedRows(this.shape, book, this.rows, this.#anchor !== null)
  }

  /** Rows follow the book again, around the middle or the price scrolled to. */
  release(): void {
    if (this.#pinned?.scrolled) this.#anchor = anchorOf(this.rows)
    this.#pinned = null
  }

  /** Towards the end of the list by so many rows; the rows are pinned from then on. */
  scroll(book: RowBook, by: number): void {
    this.hold(book)
    this.#pinned?.scroll(book, by, this.rows.length)
    if (!this.#pinned?.scrolled) this.#anchor = null
  }

  recentre(): void {
    this.#pinned = null
    this.#anchor = null
  }

  /** Levels of each side that are needed to fill it. */
  get depth(): number {
    let deepest = 0
    for (const { level, reach } of this.rows) deepest = Math.max(deepest, level + 1, reach + 1)
    return Math.max(deepest, this.rows.length)
  }

  #follow(book: RowBook): void {
    const from = this.#anchor ? this.#positionOf(book, this.#anchor) : this.#home()
    this.rows.forEach((row, index) => this.#put(row, book, from + index))
  }

  /** The place of the top row, counted from the middle downwards, or from the best level of its side. */
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

/** The pinned row nearest to half the height that has a price. */
function anchorOf(rows: readonly Row[]): { readonly slot: Slot; readonly position: number } | null {
  const half = (rows.length - 1) / 2
  let best: { readonly slot: Slot; readonly position: number } | null = null
  rows.forEach(({ slot }, position) => {
    if (slot && (!best || Math.abs(position - half) < Math.abs(best.position - half)))
      best = { slot, position }
  })
  return best
}
