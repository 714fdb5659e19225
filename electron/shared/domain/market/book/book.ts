import type { BookMessage, Level } from '../messages'
import type { PackedMessage } from '../packed'
import { ExactBook } from './exact-book'
import type { SavedBook } from './saved-book'
import { ScaledBook } from './scaled-book'
import { taken } from './taken'

export type Side = 'bids' | 'asks'

/**
 * Numbers are whole multiples of the scales, held in doubles. A number that does not fit moves the book to an exact,
 * slower structure until a snapshot fits again.
 */
export class Book {
  readonly #scaled = new ScaledBook()
  #exact: ExactBook | null = null

  get wide(): boolean {
    return this.#exact !== null
  }

  /** Raised by levels with more digits, reset by a snapshot. */
  get priceScale(): number {
    return (this.#exact ?? this.#scaled).priceScale
  }

  get amountScale(): number {
    return (this.#exact ?? this.#scaled).amountScale
  }

  /** NaN if there is none or the book is wide. */
  get bestBidUnits(): number {
    const key = this.#scaled.bids.best
    return key === Infinity ? NaN : -key
  }

  get bestAskUnits(): number {
    const key = this.#scaled.asks.best
    return key === Infinity ? NaN : key
  }

  count(side: Side): number {
    return this.#exact ? this.#exact[side].keys.length : this.#scaled[side].count
  }

  crossed(): boolean {
    if (!this.#exact) return this.bestBidUnits >= this.bestAskUnits
    const bid = this.#exact.best('bids')
    const ask = this.#exact.best('asks')
    return bid !== null && ask !== null && bid >= ask
  }

  best(side: Side): Level | null {
    return this.levels(side, 1)[0] ?? null
  }

  /** Best first, in canonical decimals. */
  levels(side: Side, max: number): Level[] {
    return this.#exact ? this.#exact.levels(side, max) : this.#scaled.levels(side, max)
  }

  /** In the book's units: what rests at a price. 0 if nothing does, NaN for a wide book or a price that is NaN. */
  amountAt(side: Side, price: number): number {
    return this.#exact || Number.isNaN(price) ? NaN : this.#scaled[side].amountAt(price)
  }

  /**
   * Writes levels in the book's units, best first, and returns the count, or -1 if the book is wide. `beyond`
   * continues after that price.
   */
  read(side: Side, max: number, prices: Float64Array, amounts: Float64Array, beyond?: number): number {
    if (this.#exact) return -1
    const ladder = this.#scaled[side]
    return ladder.read(max, prices, amounts, beyond === undefined ? -Infinity : ladder.sign * beyond)
  }

  clear(): void {
    this.#scaled.clear()
    this.#exact = null
  }

  replace(message: PackedMessage): void {
    this.#exact = this.#scaled.load(message) ? null : new ExactBook()
    this.#exact?.apply(message, 0)
  }

  replaceExact(message: BookMessage): void {
    this.#exact = this.#scaled.loadExact(message) ? null : new ExactBook()
    if (this.#exact) this.updateExact(message)
  }

  /** Sizes are absolute; zero removes the level. */
  update(message: PackedMessage): void {
    taken.clear()
    const end = message.bids + message.asks
    let index = this.#exact ? 0 : this.#scaled.apply(message, 0)
    while (index < end && !this.#exact) {
      const refused = index
      if (this.#scaled.makeRoom()) index = this.#scaled.apply(message, index)
      // If it is refused again after making room, it does not fit.
      if (index === refused) this.#widen()
    }
    this.#exact?.apply(message, index)
  }

  updateExact(message: BookMessage): void {
    taken.clear()
    for (const level of message.bids) this.#putExact('bids', level)
    for (const level of message.asks) this.#putExact('asks', level)
  }

  save(): SavedBook {
    const { priceScale, amountScale } = this
    const scales = { priceScale, amountScale }
    return this.#exact
      ? { wide: true, ...scales, ...this.#exact.save() }
      : { wide: false, ...scales, ...this.#scaled.save() }
  }

  restore(saved: SavedBook): void {
    this.clear()
    if (saved.wide) {
      this.#exact = new ExactBook()
      this.#exact.restore(saved)
    } else this.#scaled.restore(saved)
  }

  #putExact(side: Side, level: Level): void {
    if (!this.#exact) {
      if (this.#scaled.applyExact(side, level)) return
      if (this.#scaled.makeRoom() && this.#scaled.applyExact(side, level)) return
    }
    this.#widen().set(side, level.price, level.amount)
  }

  #widen(): ExactBook {
    if (this.#exact) return this.#exact
    const exact = new ExactBook()
    for (const side of ['bids', 'asks'] as const) {
      for (const { price, amount } of this.levels(side, Infinity)) exact.set(side, price, amount)
    }
    this.#scaled.clear()
    taken.clear()
    this.#exact = exact
    return exact
  }
}
