import type { PackedMessage } from '../packed'
import type { Layout } from './layout'
import { noSlot, Occupancy } from './occupancy'
import { taken } from './taken'
import { limit, powers } from './units'

/**
 * The prices around the market, where a key is an array index. Keys are counted from the base so that indexes fit 32
 * bits.
 */
export class Window {
  base = 0
  step = 1
  count = 0
  /** The slot of the best level, or `noSlot`. */
  first = noSlot
  /** Only valid for occupied slots. */
  amounts = new Float64Array(0)
  readonly occupancy = new Occupancy()
  #slots = 0
  #span = 0
  #inverse = 1

  /** Infinity if empty. */
  get best(): number {
    return this.first === noSlot ? Infinity : this.base + this.first * this.step
  }

  /**
   * Applies levels from an index and returns the first that the window cannot hold. One loop without calls that pass
   * doubles, which would allocate: this is the hot path.
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
    let index = from
    for (; index < to; index += 1) {
      let price = prices[index]!
      let amount = amounts[index]!
      // A number with too many digits becomes NaN here and fails every comparison below.
      if (priceScales[index] !== priceScale) {
        price *= powers[priceScale - priceScales[index]!]!
        if (!(Math.abs(price) <= limit)) break
      }
      if (amountScales[index] !== amountScale) {
        amount *= powers[amountScale - amountScales[index]!]!
        if (!(Math.abs(amount) <= limit)) break
      }
      const distance = sign * price - base
      if (!(distance >= 0 && distance < span)) break
      const slot = (distance * inverse + 0.5) | 0
      if (slot * step !== distance) break
      if (amount === 0) {
        added -= occupancy.remove(slot)
        if (slot === first) {
          taken.add(sign, price, resting[slot]!)
          first = occupancy.next(slot)
        }
      } else {
        if (slot < first) first = slot
        else if (slot === first && amount < resting[slot]!) taken.add(sign, price, resting[slot]! - amount)
        resting[slot] = amount
        added += occupancy.add(slot)
      }
    }
    this.first = first
    this.count += added
    return index
  }

  takeKeys(keys: Float64Array, amounts: Float64Array, from: number, to: number): number {
    const { base, step, occupancy, amounts: resting } = this
    const inverse = this.#inverse
    const span = this.#span
    let { first } = this
    let added = 0
    let index = from
    for (; index < to; index += 1) {
      const distance = keys[index]! - base
      if (!(distance >= 0 && distance < span)) break
      const slot = (distance * inverse + 0.5) | 0
      if (slot * step !== distance) break
      const amount = amounts[index]!
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
    return index
  }

  /** 0 if there is no such level. */
  amountAt(key: number): number {
    const distance = key - this.base
    if (!(distance >= 0 && distance < this.#span)) return 0
    const slot = (distance * this.#inverse + 0.5) | 0
    return slot * this.step === distance && this.occupancy.has(slot) ? this.amounts[slot]! : 0
  }

  slotAfter(key: number): number {
    const slot = Math.floor((key - this.base) / this.step)
    if (slot < this.first) return this.first
    return slot >= this.#slots ? noSlot : this.occupancy.next(slot + 1)
  }

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
