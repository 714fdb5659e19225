import type { PackedMessage } from '../packed'
import type { Layout } from './layout'
import { noSlot, Occupancy } from './occupancy'
import { limit, powers } from './units'

/**
 * The stretch of prices round the market where a key is a place in an array. Keys are counted from the base: counted
 * from zero they would not fit the 32 bits that places are made of.
 */
export class Window {
  base = 0
  step = 1
  count = 0
  /** The slot of the best level, or beyond every slot. */
  first = noSlot
  /** The size in each slot that is occupied; the others hold what was there before. */
  amounts = new Float64Array(0)
  readonly occupancy = new Occupancy()
  #slots = 0
  #span = 0
  #inverse = 1

  /** Infinite when it is empty. */
  get best(): number {
    return this.first === noSlot ? Infinity : this.base + this.first * this.step
  }

  /**
   * Applies levels of a message from a place on and returns the first place that is not for it: a price outside of the
   * window or between its steps, or a number that is not written as the scales would have it. In one loop without calls
   * that take or return doubles, each of which would be an object: this is where the stream spends its time.
   */
  take(
    message: PackedMessage,
    from: number,
    to: number,
    sign: number,
    priceScale: number,
    amountScale: number
  ): number {
    const { prices, priceScales, amounts, amountScales } = message
    const { base, step, occupancy, amounts: resting } = this
    const inverse = this.#inverse
    const span = this.#span
    let { first } = this
    let added = 0
    let place = from
    for (; place < to; place += 1) {
      let price = prices[place]!
      let amount = amounts[place]!
      // A finer number than the scale has no power here and becomes NaN, which every comparison below refuses.
      if (priceScales[place] !== priceScale) {
        price *= powers[priceScale - priceScales[place]!]!
        if (!(Math.abs(price) <= limit)) break
      }
      if (amountScales[place] !== amountScale) {
        amount *= powers[amountScale - amountScales[place]!]!
        if (!(Math.abs(amount) <= limit)) break
      }
      const distance = sign * price - base
      if (!(distance >= 0 && distance < span)) break
      const slot = (distance * inverse + 0.5) | 0
      if (slot * step !== distance) break
      if (amount === 0) {
        added -= occupancy.remove(slot)
        if (slot === first) first = occupancy.next(slot)
      } else {
        resting[slot] = amount
        added += occupancy.add(slot)
        if (slot < first) first = slot
      }
    }
    this.first = first
    this.count += added
    return place
  }

  /** The same for keys and sizes in units. */
  takeKeys(keys: Float64Array, amounts: Float64Array, from: number, to: number): number {
    const { base, step, occupancy, amounts: resting } = this
    const inverse = this.#inverse
    const span = this.#span
    let { first } = this
    let added = 0
    let place = from
    for (; place < to; place += 1) {
      const distance = keys[place]! - base
      if (!(distance >= 0 && distance < span)) break
      const slot = (distance * inverse + 0.5) | 0
      if (slot * step !== distance) break
      const amount = amounts[place]!
      if (amount === 0) {
        added -= occupancy.remove(slot)
        if (slot === first) first = occupancy.next(slot)
      } else {
        resting[slot] = amount
        added += occupancy.add(slot)
        if (slot < first) first = slot
      }
    }
    this.first = first
    this.count += added
    return place
  }

  /** The first occupied slot whose key comes after this one. */
  slotAfter(key: number): number {
    const slot = Math.floor((key - this.base) / this.step)
    if (slot < this.first) return this.first
    return slot >= this.#slots ? noSlot : this.occupancy.next(slot + 1)
  }

  /** Empties it and moves it. */
  lay({ base, step, slots }: Layout): void {
    if (slots > this.amounts.length) this.amounts = new Float64Array(slots)
    this.base = base
    this.step = step
    this.#inverse = 1 / step
    this.#slots = slots
    this.#span = slots * step
    this.clear()
  }

  clear(): void {
    this.occupancy.reset(this.#slots)
    this.first = noSlot
    this.count = 0
  }
}
