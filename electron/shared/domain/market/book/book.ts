import type { BookMessage, Level } from '../messages'
import type { PackedMessage } from '../packed'
import { ExactBook } from './exact-book'
import { ScaledBook } from './scaled-book'

export type Side = 'bids' | 'asks'

/**
 * The orders that rest in a market, by price, exact. Its numbers are whole multiples of its scales that doubles hold,
 * which is enough but for odd markets; a number that does not fit takes the whole book over to an exact and slower
 * structure until a snapshot fits again.
 */
export class Book {
  readonly #scaled = new ScaledBook()
  #exact: ExactBook | null = null

  /** While its numbers are too long for doubles. */
  get wide(): boolean {
    return this.#exact !== null
  }

  /** Fraction digits of the price units. A level that needs more raises them, a snapshot sets them anew. */
  get priceScale(): number {
    return (this.#exact ?? this.#scaled).priceScale
  }

  get amountScale(): number {
    return (this.#exact ?? this.#scaled).amountScale
  }

  /** NaN when there is none, or the book is wide. */
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

  /** The best first, in canonical decimals. */
  levels(side: Side, most: number): Level[] {
    return this.#exact ? this.#exact.levels(side, most) : this.#scaled.levels(side, most)
  }

  /**
   * Writes levels, the best first, in units of the book's scales, and returns how many, or -1 when the book is wide.
   * With `beyond` only levels worse than that price, so that a reader can go on where it stopped.
   */
  read(side: Side, most: number, prices: Float64Array, amounts: Float64Array, beyond?: number): number {
    if (this.#exact) return -1
    const ladder = this.#scaled[side]
    return ladder.read(most, prices, amounts, beyond === undefined ? -Infinity : ladder.sign * beyond)
  }

  clear(): void {
    this.#scaled.clear()
    this.#exact = null
  }

  /** A snapshot: what was there before is gone. */
  replace(message: PackedMessage): void {
    this.#exact = this.#scaled.load(message) ? null : new ExactBook()
    this.#exact?.apply(message, 0)
  }

  replaceExact(message: BookMessage): void {
    this.#exact = this.#scaled.loadExact(message) ? null : new ExactBook()
    if (this.#exact) this.updateExact(message)
  }

  /** Sizes are what rests at the price now, not a difference; zero takes the level away. */
  update(message: PackedMessage): void {
    const end = message.bids + message.asks
    let place = this.#exact ? 0 : this.#scaled.apply(message, 0)
    while (place < end && !this.#exact) {
      const refused = place
      if (this.#scaled.makeRoom()) place = this.#scaled.apply(message, place)
      // What is refused with room made for it does not fit.
      if (place === refused) this.#widen()
    }
    this.#exact?.apply(message, place)
  }

  updateExact(message: BookMessage): void {
    for (const level of message.bids) this.#putExact('bids', level)
    for (const level of message.asks) this.#putExact('asks', level)
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
    this.#exact = exact
    return exact
  }
}
