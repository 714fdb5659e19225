import type { BookMessage, Level } from '#shared/domain/market/messages'
import { canonical, compareDecimals, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { isAfter, orderOf } from '../../market/time-order'
import { timeOf } from '../../market/update-buffer'
import { isBook, type NumberedMessage } from './market-lines'

/** A book as Leadline had it after an item. */
export interface BookState {
  readonly seq: number
  /** Of the service: when its last snapshot was taken, in nanoseconds since the epoch. */
  readonly snapshotTime: bigint
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** Updates that waited for a snapshot. */
  readonly waiting: readonly BookMessage[]
}

/** How a book follows from a state and the messages after it. */
export interface BookPlan {
  /** The item with the snapshot that it begins with; null if it begins with the state. */
  readonly snapshot: number | null
  /** So many of the updates right before the snapshot waited for it. */
  readonly waiting: number
  /** Later updates do not count, because the book was no longer followed. */
  readonly until: number
}

export interface Sides {
  /** Best first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** Null if the snapshot is missing. */
export function rebuildBook(
  state: BookState,
  messages: readonly NumberedMessage[],
  { snapshot, waiting, until }: BookPlan
): Sides | null {
  const books = messages.filter(isBook).filter(({ seq }) => seq > state.seq && seq <= until)
  const first = books.find(({ seq }) => seq === snapshot)
  if (snapshot !== null && !first?.message.snapshot) return null
  const sides = new BookSides(first?.message ?? state)
  const since = timeOf({ ...empty, time: first?.message.time ?? state.snapshotTime })
  if (snapshot !== null) {
    const before = books.filter(({ seq, message }) => seq < snapshot && !message.snapshot)
    const updates = [...state.waiting, ...before.map(({ message }) => message)]
    for (const update of updates.slice(updates.length - waiting))
      if (isAfter(timeOf(update), since)) sides.apply(update)
  }
  for (const { seq, message } of books) {
    if (message.snapshot || seq <= (snapshot ?? 0)) continue
    const time = timeOf(message)
    if (isAfter(time, since) || orderOf(time, since) === 'unclear') sides.apply(message)
  }
  return { bids: sides.bids, asks: sides.asks }
}

const empty: BookMessage = { kind: 'book', market: '', snapshot: false, time: 0n, bids: [], asks: [] }

class BookSides {
  readonly #bids = new Map<string, Level>()
  readonly #asks = new Map<string, Level>()

  constructor(levels: Sides) {
    this.apply(levels)
  }

  get bids(): Level[] {
    return [...this.#bids.values()].sort((one, other) => compareDecimals(other.price, one.price))
  }

  get asks(): Level[] {
    return [...this.#asks.values()].sort((one, other) => compareDecimals(one.price, other.price))
  }

  /** Sizes are absolute; zero removes the level. */
  apply({ bids, asks }: Sides): void {
    for (const level of bids) put(this.#bids, level)
    for (const level of asks) put(this.#asks, level)
  }
}

function put(levels: Map<string, Level>, { price, amount }: Level): void {
  const key = textOf(price)
  if (amount.units === 0n) levels.delete(key)
  else levels.set(key, { price, amount })
}

export const textOf = (value: Decimal): string => formatDecimal(canonical(value))

export const isSameBook = (one: Sides, other: Sides): boolean =>
  (['bids', 'asks'] as const).every(
    (side) =>
      one[side].length === other[side].length &&
      one[side].every(({ price, amount }, index) => {
        const level = other[side][index]!
        return textOf(price) === textOf(level.price) && textOf(amount) === textOf(level.amount)
      })
  )
