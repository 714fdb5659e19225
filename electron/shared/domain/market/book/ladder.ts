import type { PackedMessage } from '../packed'
import { ColdStore } from './cold-store'
import { type Layout, layoutFor, seemsAscending } from './layout'
import { lowest, noSlot } from './occupancy'
import { unitsAt } from './units'
import { Window } from './window'
import { workspace } from './workspace'

/** So many changes beside the window start the thought of moving it. */
const firstPatience = 64
const maxPatience = 1 << 20
/** A price that beats the whole window says that the market has left it. */
const weightOfBetter = 8

const oneKey = new Float64Array(1)
const oneAmount = new Float64Array(1)

/**
 * One side of a book. Keys are whole numbers and the smallest is the best: asks by price, bids by price negated. Most
 * levels lie in a window of equal steps where a key is a place in an array, so that a change costs the same in a book
 * of ten levels and of ten thousand. What lies outside of the window, or between its steps, is kept in order beside
 * it; the two together are the side, wherever the window lies, so that its place is a matter of speed alone.
 */
export class Ladder {
  readonly #window = new Window()
  readonly #cold = new ColdStore()
  #misses = 0
  #patience = firstPatience

  /** Turns prices into keys and keys into prices. */
  constructor(readonly sign: 1 | -1) {}

  get count(): number {
    return this.#window.count + this.#cold.size
  }

  /** Infinite when the side is empty. */
  get best(): number {
    return Math.min(this.#window.best, this.#cold.first)
  }

  /**
   * Applies levels of a message from a place on and returns the first whose numbers the scales do not hold, or the end.
   * Sizes are what rests at a price; zero takes the level away.
   */
  apply(message: PackedMessage, from: number, to: number, priceScale: number, amountScale: number): number {
    const { sign } = this
    let place = this.#window.take(message, from, to, sign, priceScale, amountScale)
    while (place < to) {
      const price = unitsAt(message.prices[place]!, message.priceScales[place]!, priceScale)
      const amount = unitsAt(message.amounts[place]!, message.amountScales[place]!, amountScale)
      if (!Number.isNaN(price) && !Number.isNaN(amount)) this.#set(sign * price, amount)
      // What is taken away at a price that cannot be written was never there.
      else if (amount !== 0) return place
      place = this.#window.take(message, place + 1, to, sign, priceScale, amountScale)
    }
    return to
  }

  clear(): void {
    this.#window.clear()
    this.#cold.clear()
  }

  /** Replaces everything by what is in the workspace, in the order given. */
  load(): void {
    this.#patience = firstPatience
    this.#lay()
  }

  /**
   * Replaces everything by levels of a message, in one pass where they come in order, and returns what `apply` does:
   * a snapshot is worth no copy on its way.
   */
  replace(message: PackedMessage, from: number, to: number, priceScale: number, amountScale: number): number {
    const { prices } = message
    const { sign } = this
    const keyAt = (index: number) => sign * prices[from + index]!
    // Taken as they are written: where the scales differ, the guess at the layout is a bad one, and no more than that.
    if (!seemsAscending(keyAt, to - from)) return from
    this.#patience = firstPatience
    this.#empty(layoutFor(keyAt, to - from))
    const reached = this.apply(message, from, to, priceScale, amountScale)
    this.#misses = 0
    return reached
  }

  /** Writes everything to the workspace. */
  gather(): void {
    const { count, sign } = this
    workspace.reserve(count)
    const { keys, amounts } = workspace
    workspace.count = this.read(count, keys, amounts, -Infinity)
    for (let place = 0; place < count; place += 1) keys[place]! *= sign
  }

  /** Writes the best levels in order, only those after the key `beyond`, and returns how many. */
  read(most: number, prices: Float64Array, amounts: Float64Array, beyond: number): number {
    const { base, step, amounts: resting, occupancy } = this.#window
    const { sign } = this
    const { words } = occupancy
    let coldKey = this.#cold.seek(beyond)
    let slot = this.#window.slotAfter(beyond)
    let written = 0
    while (slot !== noSlot && written < most) {
      const word = slot >> 5
      let bits = words[word]! & (-1 << (slot & 31))
      while (bits !== 0 && written < most) {
        const place = (word << 5) | lowest(bits)
        const key = base + place * step
        if (coldKey < key) {
          prices[written] = sign * coldKey
          amounts[written] = this.#cold.cursorAmount
          coldKey = this.#cold.advance()
        } else {
          prices[written] = sign * key
          amounts[written] = resting[place]!
          bits &= bits - 1
        }
        written += 1
      }
      slot = occupancy.next((word + 1) << 5)
    }
    for (; written < most && coldKey !== Infinity; written += 1) {
      prices[written] = sign * coldKey
      amounts[written] = this.#cold.cursorAmount
      coldKey = this.#cold.advance()
    }
    return written
  }

  #set(key: number, amount: number): void {
    oneKey[0] = key
    oneAmount[0] = amount
    if (this.#window.takeKeys(oneKey, oneAmount, 0, 1) === 0) this.#setCold(key, amount)
  }

  #setCold(key: number, amount: number): void {
    if (amount === 0) {
      this.#cold.remove(key)
      return
    }
    this.#cold.put(key, amount)
    this.#misses += key < this.#window.base ? weightOfBetter : 1
    if (this.#misses > this.#patience) this.#follow()
  }

  /** Moves the window to where the levels are, and is slower to do so again when that did not help. */
  #follow(): void {
    const beside = this.#cold.size
    this.gather()
    this.#lay()
    const helped = this.#cold.size * 2 <= beside
    this.#patience = helped ? firstPatience : Math.min(this.#patience * 2, maxPatience)
  }

  #lay(): void {
    const { keys, amounts, count, ascending } = workspace
    const sorted = ascending ? keys : keys.slice(0, count).sort()
    this.#empty(layoutFor((index) => sorted[index]!, count))
    let place = this.#window.takeKeys(keys, amounts, 0, count)
    while (place < count) {
      this.#setCold(keys[place]!, amounts[place]!)
      place = this.#window.takeKeys(keys, amounts, place + 1, count)
    }
    this.#misses = 0
  }

  #empty(layout: Layout): void {
    this.#window.lay(layout)
    this.#cold.clear()
    // What is laid beside the window now is no reason to lay it out again.
    this.#misses = -Infinity
  }
}
