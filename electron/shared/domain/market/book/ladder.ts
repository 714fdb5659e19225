import type { PackedMessage } from '../packed'
import { ColdStore } from './cold-store'
import { type Layout, layoutFor, seemsAscending } from './layout'
import { lowest, noSlot } from './occupancy'
import { taken } from './taken'
import { unitsAt } from './units'
import { Window } from './window'
import { workspace } from './workspace'

/** Changes outside the window before it may move. */
const firstPatience = 64
const maxPatience = 1 << 20
/** A price better than the whole window means that the market left it. */
const weightOfBetter = 8

const oneKey = new Float64Array(1)
const oneAmount = new Float64Array(1)

/**
 * One side of a book. Keys are integers, the smallest is best: asks by price, bids by negated price. Most levels lie
 * in a window of equal steps where a key is an array index, so a change costs the same in any book. Levels outside
 * the window or between steps are kept in order beside it.
 */
export class Ladder {
  readonly #window = new Window()
  readonly #cold = new ColdStore()
  #misses = 0
  #patience = firstPatience

  /** Converts between prices and keys. */
  constructor(readonly sign: 1 | -1) {}

  get count(): number {
    return this.#window.count + this.#cold.size
  }

  /** Infinity if the side is empty. */
  get best(): number {
    return Math.min(this.#window.best, this.#cold.first)
  }

  /** Applies levels from an index and returns the first one that the scales cannot hold, or the end. */
  apply(message: PackedMessage, from: number, to: number, priceScale: number, amountScale: number): number {
    const { sign } = this
    let position = this.#take(message, from, to, priceScale, amountScale)
    while (position < to) {
      const price = unitsAt(message.prices[position]!, message.priceScales[position]!, priceScale)
      const amount = unitsAt(message.amounts[position]!, message.amountScales[position]!, amountScale)
      if (!Number.isNaN(price) && !Number.isNaN(amount)) this.#set(sign * price, amount)
      // Removing a price that cannot be represented is a no-op.
      else if (amount !== 0) return position
      position = this.#take(message, position + 1, to, priceScale, amountScale)
    }
    return to
  }

  /** 0 if there is no such level. */
  amountAt(price: number): number {
    const key = this.sign * price
    return this.#window.amountAt(key) || this.#cold.amountAt(key)
  }

  clear(): void {
    this.#window.clear()
    this.#cold.clear()
  }

  /** Replaces everything with the workspace, in its order. */
  load(): void {
    this.#patience = firstPatience
    this.#lay()
  }

  /** Replaces everything with levels of a message, in one pass if they are ordered; returns the same as `apply`. */
  replace(message: PackedMessage, from: number, to: number, priceScale: number, amountScale: number): number {
    const { prices } = message
    const { sign } = this
    const keyAt = (index: number) => sign * prices[from + index]!
    // Unscaled: if the scales differ, only the guessed layout is worse.
    if (!seemsAscending(keyAt, to - from)) return from
    this.#patience = firstPatience
    this.#empty(layoutFor(keyAt, to - from))
    const reached = this.apply(message, from, to, priceScale, amountScale)
    this.#misses = 0
    return reached
  }

  gather(): void {
    const { count, sign } = this
    workspace.reserve(count)
    const { keys, amounts } = workspace
    workspace.count = this.read(count, keys, amounts, -Infinity)
    for (let position = 0; position < count; position += 1) keys[position]! *= sign
  }

  /** Price and amount in turn, best first. */
  save(): number[] {
    const { count } = this
    workspace.reserve(count)
    const { keys: prices, amounts } = workspace
    this.read(count, prices, amounts, -Infinity)
    // An array that grows takes half as long again.
    const levels = new Array<number>(2 * count)
    for (let index = 0; index < count; index += 1) {
      // Adding zero turns -0 into 0.
      levels[2 * index] = prices[index]! + 0
      levels[2 * index + 1] = amounts[index]!
    }
    return levels
  }

  restore(levels: readonly number[]): void {
    workspace.reserve(levels.length / 2)
    for (let index = 0; index < levels.length; index += 2)
      workspace.add(this.sign * levels[index]!, levels[index + 1]!)
    this.load()
  }

  /** Writes the best levels after the key `beyond` and returns the count. */
  read(max: number, prices: Float64Array, amounts: Float64Array, beyond: number): number {
    const { base, step, amounts: resting, occupancy } = this.#window
    const { sign } = this
    const { words } = occupancy
    let coldKey = this.#cold.seek(beyond)
    let slot = this.#window.slotAfter(beyond)
    let written = 0
    while (slot !== noSlot && written < max) {
      const word = slot >> 5
      let bits = words[word]! & (-1 << (slot & 31))
      while (bits !== 0 && written < max) {
        const position = (word << 5) | lowest(bits)
        const key = base + position * step
        if (coldKey < key) {
          prices[written] = sign * coldKey
          amounts[written] = this.#cold.cursorAmount
          coldKey = this.#cold.advance()
        } else {
          prices[written] = sign * key
          amounts[written] = resting[position]!
          bits &= bits - 1
        }
        written += 1
      }
      slot = occupancy.next((word + 1) << 5)
    }
    for (; written < max && coldKey !== Infinity; written += 1) {
      prices[written] = sign * coldKey
      amounts[written] = this.#cold.cursorAmount
      coldKey = this.#cold.advance()
    }
    return written
  }

  #take(message: PackedMessage, from: number, to: number, priceScale: number, amountScale: number): number {
    const known = taken.count
    const reached = this.#window.take(message, from, to, this.sign, priceScale, amountScale)
    // The best level of the window is not the best of the side if there is a better one beside it.
    if (taken.count > known) taken.removeWorse(known, this.sign, this.#cold.first)
    return reached
  }

  #set(key: number, amount: number): void {
    if (key === this.best) {
      const size = this.amountAt(this.sign * key) - amount
      if (size > 0) taken.add(this.sign, this.sign * key, size)
    }
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

  /** Moves the window to the levels, less often if that did not help. */
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
    let position = this.#window.takeKeys(keys, amounts, 0, count)
    while (position < count) {
      this.#setCold(keys[position]!, amounts[position]!)
      position = this.#window.takeKeys(keys, amounts, position + 1, count)
    }
    this.#misses = 0
  }

  #empty(layout: Layout): void {
    this.#window.lay(layout)
    this.#cold.clear()
    // Levels that lie outside the new window do not trigger another move.
    this.#misses = -Infinity
  }
}
