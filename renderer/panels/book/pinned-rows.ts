import type { Side } from '../../lib/markets'
import { isAt, rankOf, type RowBook, type Slot } from './ladder-book'
import type { Row, RowsShape } from './row'

/** Rows with fixed prices. A null slot is the original middle. */
export class PinnedRows {
  readonly #slots: (Slot | null)[]
  /** The slot of the top row; negative for blank rows above. */
  #first = 0
  scrolled: boolean

  constructor(
    private readonly shape: RowsShape,
    book: RowBook,
    rows: readonly Row[],
    away: boolean
  ) {
    const filled = rows.findIndex(({ kind }) => kind !== 'blank')
    this.#slots = rows
      .filter(({ kind }) => kind !== 'blank')
      .map(({ kind, side, level }) => (kind === 'middle' || side === null ? null : slotOf(book, side, level)))
    this.#first = filled > 0 ? -filled : 0
    this.scrolled = away
  }

  scroll(book: RowBook, by: number, count: number): void {
    const before = this.#first
    this.#first += by
    this.#extend(book, count)
    const half = this.shape === 'both' ? Math.floor((count - 1) / 2) : 0
    this.#first = Math.max(-half, Math.min(this.#first, this.#slots.length - 1 - half))
    if (this.#first === before) return
    // Scrolled back to its original position, it follows the book when released.
    const home = this.shape === 'both' ? this.#slots.indexOf(null) - half : 0
    this.scrolled = this.#first !== home
  }

  fill(book: RowBook, rows: readonly Row[]): void {
    this.#extend(book, rows.length)
    rows.forEach((row, index) => this.#put(row, book, this.#slots[this.#first + index]))
    rows.forEach((row, index) => (row.between = this.#between(book, row, rows[index + 1])))
  }

  /** New prices at both ends fill free rows without moving others. */
  #extend(book: RowBook, count: number): void {
    while (this.#first < 0) {
      const next = this.#next(book, true)
      if (!next) break
      this.#slots.unshift(next)
      this.#first += 1
    }
    while (this.#slots.length < this.#first + count) {
      const next = this.#next(book, false)
      if (!next) break
      this.#slots.push(next)
    }
  }

  #next(book: RowBook, above: boolean): Slot | null {
    const end = above
      ? this.#slots.find((slot) => slot !== null)
      : this.#slots.findLast((slot) => slot !== null)
    if (this.shape !== 'both') return end ? nextOf(book, this.shape, end, above) : firstOf(book, this.shape)
    if (!end) return firstOf(book, above ? 'asks' : 'bids')
    const ask = nextOf(book, 'asks', end, !above)
    const bid = nextOf(book, 'bids', end, above)
    if (!ask || !bid) return ask ?? bid
    return ask.value < bid.value === above ? ask : bid
  }

  #put(row: Row, book: RowBook, slot: Slot | null | undefined): void {
    row.slot = slot ?? null
    row.side = null
    row.level = row.reach = -1
    row.known = true
    row.kind = slot ? 'level' : slot === null ? 'middle' : 'blank'
    if (slot) this.#find(row, book, slot)
  }

  #find(row: Row, book: RowBook, slot: Slot): void {
    const asks = this.shape === 'bids' ? 0 : rankOf(book, 'asks', slot)
    const bids = this.shape === 'asks' ? 0 : rankOf(book, 'bids', slot)
    const ask = this.shape !== 'bids' && isAt(book, 'asks', asks, slot)
    const bid = this.shape !== 'asks' && isAt(book, 'bids', bids, slot)
    // In a crossed book a price may be on both sides; it keeps its side.
    const side = ask && bid ? slot.side : ask ? 'asks' : bid ? 'bids' : this.#sideOf(slot, asks, bids)
    row.side = side
    if (side === null) return
    const rank = side === 'asks' ? asks : bids
    row.level = (side === 'asks' ? ask : bid) ? rank : -1
    row.reach = row.level >= 0 ? rank : rank - 1
    row.known = row.level >= 0 || rank < book.count(side) || !book.more(side)
  }

  /** For a price without a level: the side that extends beyond it. */
  #sideOf(slot: Slot, asks: number, bids: number): Side | null {
    if (this.shape !== 'both') return this.shape
    if (asks > 0 && bids > 0) return slot.side
    return asks > 0 ? 'asks' : bids > 0 ? 'bids' : null
  }

  #between(book: RowBook, { slot }: Row, below: Row | undefined): Side | null {
    if (!slot || !below?.slot) return null
    for (const side of this.shape === 'both' ? (['asks', 'bids'] as const) : [this.shape])
      if (levelsBetween(book, side, slot, below.slot) > 0) return side
    return null
  }
}

const slotOf = (book: RowBook, side: Side, row: number): Slot => ({
  value: book.value(side, row),
  text: book.text(side, row),
  side
})

const firstOf = (book: RowBook, side: Side) => (book.count(side) > 0 ? slotOf(book, side, 0) : null)

/** The nearest better or worse level. */
function nextOf(book: RowBook, side: Side, slot: Slot, better: boolean): Slot | null {
  const rank = rankOf(book, side, slot)
  const row = better ? rank - 1 : rank + (isAt(book, side, rank, slot) ? 1 : 0)
  return row >= 0 && row < book.count(side) ? slotOf(book, side, row) : null
}

/** Exclusive. */
export function levelsBetween(book: RowBook, side: Side, one: Slot, other: Slot): number {
  const [first, second] = [rankOf(book, side, one), rankOf(book, side, other)]
  const [near, far, edge] = first <= second ? [first, second, one] : [second, first, other]
  return far - near - (far > near && isAt(book, side, near, edge) ? 1 : 0)
}
